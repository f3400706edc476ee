import type { Action, DecisionInputs } from '#model/decision.ts';
import { counted } from '#base/words.ts';

export type GuardCode =
  | 'WORKING_SESSION'
  | 'NO_PULL_REQUEST'
  | 'CLOSED'
  | 'MERGED'
  | 'CI_RUNNING'
  | 'STALE_CI'
  | 'STALE_CI_TIMEOUT'
  | 'DISABLED'
  | 'MERGE_CONFLICT'
  | 'CI_FAILED'
  | 'REVIEW'
  | 'ATTEMPTS_SPENT'
  | 'UNSETTLED'
  | 'GREEN';

export interface FixupAction {
  readonly action: Action;
  readonly code: GuardCode;
  readonly reason: string;
}

/** The fourteen guards, in their order: the first one that holds decides. */
export function determineFixupAction(inputs: DecisionInputs): FixupAction {
  const { prState, ciStatus, mergeState, reviewState } = inputs;
  if (inputs.workingSession === 'working') {
    return verdict('WAIT', 'WORKING_SESSION', 'Somebody is at work on the branch.');
  }
  if (prState === 'none') return verdict('DONE', 'NO_PULL_REQUEST', 'There is no pull request.');
  if (prState === 'closed') return verdict('DONE', 'CLOSED', 'The pull request is closed.');
  if (prState === 'merged') return verdict('DONE', 'MERGED', 'The pull request is merged.');
  if (ciStatus === 'running') return verdict('WAIT', 'CI_RUNNING', 'Checks are running.');
  if (inputs.staleCi === 'stale') {
    return verdict('WAIT', 'STALE_CI', 'Checks have not restarted since our last push.');
  }
  if (inputs.staleCi === 'timed-out') {
    return verdict('DONE', 'STALE_CI_TIMEOUT', 'Checks never restarted after our last push.');
  }
  if (!inputs.ratchetEnabled) {
    return verdict('CLEANUP_ONLY', 'DISABLED', 'The ratchet is switched off here.');
  }
  if (mergeState === 'conflicting') {
    return fixup(inputs, 'FIX_MERGE_CONFLICT', 'The branch conflicts with its base.');
  }
  // Unknown is never green, and never red either.
  if (ciStatus === 'unsettled') {
    return verdict('WAIT', 'UNSETTLED', 'What the checks say is not certain yet.');
  }
  const action = wantedOf(ciStatus, reviewState);
  if (mergeState === 'unknown' && !(action !== 'DONE' && isSpent(inputs))) {
    return verdict('WAIT', 'UNSETTLED', 'Whether the branch merges is not known yet.');
  }
  if (action === 'FIX_CI') return fixup(inputs, action, 'Checks failed.');
  if (action === 'FIX_REVIEW') return fixup(inputs, action, 'A review asks for changes.');
  return verdict('DONE', 'GREEN', 'Checks are green and nothing is asked for.');
}

type Fixup = 'FIX_MERGE_CONFLICT' | 'FIX_CI' | 'FIX_REVIEW';

const codes = {
  FIX_MERGE_CONFLICT: 'MERGE_CONFLICT',
  FIX_CI: 'CI_FAILED',
  FIX_REVIEW: 'REVIEW',
} as const satisfies Record<Fixup, GuardCode>;

function wantedOf(
  ciStatus: DecisionInputs['ciStatus'],
  reviewState: DecisionInputs['reviewState'],
): 'FIX_CI' | 'FIX_REVIEW' | 'DONE' {
  if (ciStatus === 'failed') return 'FIX_CI';
  return reviewState === 'changes-requested' ? 'FIX_REVIEW' : 'DONE';
}

function isSpent({ consecutiveAttempts, attemptLimit }: DecisionInputs): boolean {
  return consecutiveAttempts >= attemptLimit;
}

function fixup(inputs: DecisionInputs, action: Fixup, reason: string): FixupAction {
  if (!isSpent(inputs)) return verdict(action, codes[action], reason);
  const pushed = `${counted(inputs.consecutiveAttempts, 'pushed fixup')} in a row`;
  return verdict('TERMINAL_FAILED', 'ATTEMPTS_SPENT', `${reason.slice(0, -1)} after ${pushed}.`);
}

function verdict(action: Action, code: GuardCode, reason: string): FixupAction {
  return { action, code, reason };
}
