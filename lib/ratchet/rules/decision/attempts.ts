import type { WorkspaceState } from '#model/workspace.ts';
import { forgetRefusals } from './refusals.ts';

/** Counts a fixup that pushed. It is a budget of attempts, whatever they were for. */
export function incrementFixupAttempts(state: WorkspaceState): WorkspaceState {
  return { ...state, consecutiveFixupAttempts: state.consecutiveFixupAttempts + 1 };
}

/** A person pushed, switched the ratchet on again, or everything is green. */
export function resetFixupAttempts(state: WorkspaceState): WorkspaceState {
  return { ...state, consecutiveFixupAttempts: 0 };
}

/** What a plan asked about a state that is gone needs no answer any more. */
export function forgetQuestion(state: WorkspaceState): WorkspaceState {
  const { question: _, ...rest } = state;
  return rest;
}

const remembered = 50;

/** Forgets what was tried, so that it may be tried once more. */
export function forgetTried(state: WorkspaceState): WorkspaceState {
  const { reviewLeft, lastSession, ...rest } = forgetRefusals(state);
  return {
    ...rest,
    spentFingerprints: [],
    ...(lastSession && { lastSession: { ...lastSession, unavailable: undefined } }),
    ...(reviewLeft && { reviewLeft: 'again' }),
  };
}

/** Remembers that this observation was acted on, so that no second fixup starts for it. */
export function spendFingerprint(state: WorkspaceState, fingerprint: string): WorkspaceState {
  const others = state.spentFingerprints.filter((spent) => spent !== fingerprint);
  return { ...state, spentFingerprints: [...others, fingerprint].slice(-remembered) };
}
