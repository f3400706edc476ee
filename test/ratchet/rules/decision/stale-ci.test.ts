import { describe, expect, it } from 'vitest';
import { clearStaleCiSince, setStaleCiSince } from '#ratchet/rules/decision/stale-ci.ts';
import { aWorkspaceState, t0 } from '../../../support/samples.ts';

describe('stale CI', () => {
  it('is armed with the time of the push and what ran before it', () => {
    const state = aWorkspaceState({ lastCiRunIds: ['old'] });
    const armed = setStaleCiSince(state, { at: t0, runIdsBefore: ['1', '2'] });
    expect(armed).toEqual({ ...state, staleCiSince: t0, lastCiRunIds: ['1', '2'] });
  });

  it('is disarmed without a trace', () => {
    const state = aWorkspaceState();
    const armed = setStaleCiSince(state, { at: t0, runIdsBefore: ['1'] });
    expect(clearStaleCiSince(armed)).toEqual(state);
    expect(Object.keys(clearStaleCiSince(armed))).not.toContain('staleCiSince');
  });
});
