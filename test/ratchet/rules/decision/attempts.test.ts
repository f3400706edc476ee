import { describe, expect, it } from 'vitest';
import {
  incrementFixupAttempts,
  resetFixupAttempts,
  spendFingerprint,
} from '#ratchet/rules/decision/attempts.ts';
import { workspaceState } from '#model/workspace.ts';
import { aWorkspaceState } from '../../../support/samples.ts';

describe('the counter of pushed fixups', () => {
  it('goes up by one and back to none, and nothing else changes', () => {
    const state = aWorkspaceState({ consecutiveFixupAttempts: 2 });
    expect(incrementFixupAttempts(state)).toEqual({ ...state, consecutiveFixupAttempts: 3 });
    expect(resetFixupAttempts(state)).toEqual({ ...state, consecutiveFixupAttempts: 0 });
    expect(state.consecutiveFixupAttempts).toBe(2);
  });
});

describe('spent fingerprints', () => {
  it('are remembered once, the newest last', () => {
    const state = aWorkspaceState({ spentFingerprints: ['a', 'b'] });
    expect(spendFingerprint(state, 'c').spentFingerprints).toEqual(['a', 'b', 'c']);
    expect(spendFingerprint(state, 'a').spentFingerprints).toEqual(['b', 'a']);
  });

  it('stay as many as the record holds', () => {
    let state = aWorkspaceState();
    for (let n = 0; n < 120; n += 1) state = spendFingerprint(state, `f${n}`);
    expect(workspaceState.safeParse(state).success).toBe(true);
    expect(state.spentFingerprints).toHaveLength(50);
    expect(state.spentFingerprints.at(-1)).toBe('f119');
  });
});
