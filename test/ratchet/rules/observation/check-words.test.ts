import { describe, expect, it } from 'vitest';
import { standingOf } from '#ratchet/rules/observation/check-words.ts';
import { aCheck } from './facts.ts';
import { words } from './words.ts';

describe('what one execution says', () => {
  it.each(words)('$shown is $standing', ({ check, standing }) => {
    expect(standingOf(check)).toBe(standing);
  });

  it('is running while it is not completed, whatever conclusion is left from before', () => {
    expect(standingOf(aCheck({ status: 'QUEUED', conclusion: 'SUCCESS' }))).toBe('running');
  });

  it('is neither red nor green where ours came to no end, as a status as well', () => {
    const status = { source: 'status', status: 'ERROR', conclusion: null } as const;
    expect(standingOf(status)).toBe('failed');
    expect(standingOf({ ...status, ours: true })).toBe('unsettled');
    expect(standingOf({ ...status, status: 'FAILURE', ours: true })).toBe('failed');
  });

  it('is nothing that could be green in a state that nobody knows', () => {
    expect(standingOf(aCheck({ status: 'PARKED', conclusion: 'SUCCESS' }))).toBe('unsettled');
  });
});
