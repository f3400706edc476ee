import { describe, expect, it } from 'vitest';
import { readCheckState } from '#ratchet/rules/observation/check-state.ts';
import { aCheck } from './facts.ts';
import { words } from './words.ts';

describe('what one execution says', () => {
  it.each(words)('$shown is $standing', ({ check, standing }) => {
    expect(readCheckState(check)).toBe(standing);
  });

  it('is running while it is not completed, whatever conclusion is left from before', () => {
    expect(readCheckState(aCheck({ status: 'QUEUED', conclusion: 'SUCCESS' }))).toBe('running');
  });

  it('is neither red nor green where ours came to no end, as a status as well', () => {
    const status = { source: 'status', status: 'ERROR', conclusion: null } as const;
    expect(readCheckState(status)).toBe('failed');
    expect(readCheckState({ ...status, ours: true })).toBe('unsettled');
    expect(readCheckState({ ...status, status: 'FAILURE', ours: true })).toBe('failed');
  });

  it('is nothing that could be green in a state that nobody knows', () => {
    expect(readCheckState(aCheck({ status: 'PARKED', conclusion: 'SUCCESS' }))).toBe('unsettled');
  });
});
