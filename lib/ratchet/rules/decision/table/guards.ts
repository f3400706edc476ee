import { moment, span } from '#base/moment.ts';
import { joinNames } from '#base/words.ts';
import type { DecisionInputs } from '#model/decision.ts';
import type { LookFacts } from '#model/look-facts.ts';
import { minuteMs, secondMs } from '#base/durations.ts';
import {
  always,
  type Guard,
  inADay,
  inAMinute,
  inTenMinutes,
  type DecisionBasis,
  type Obstacle,
  whenWoken,
} from './condition.ts';

const pullRequest = ({ facts }: DecisionBasis): string =>
  facts.prState === 'none' ? 'there is none' : `it is ${facts.prState}`;
const checks = ({ facts }: DecisionBasis): string => ciWords[facts.ciStatus];
const merging = ({ facts }: DecisionBasis): string => mergeWords[facts.mergeState];

/** The guards in their order; the first one that holds decides, unless an obstacle stands against what it asks for. */
export const guards = defineGuards([
  {
    code: 'WORKING_SESSION',
    where: 'a person holds the branch',
    question: 'Does a person hold the branch?',
    seen: ({ facts: { hold } }) =>
      hold === null
        ? 'it is not held'
        : `${hold.holder}, ${hold.state}, until ${moment(hold.expiresAt)}`,
    holds: ({ inputs }) => inputs.workingSession === 'working',
    action: 'WAIT',
    sentence: () => 'A person is working on the branch.',
    advice: 'The hold ends by itself; `/ratchet release` ends it now.',
    nextCheckAt: ({ facts: { hold, now } }) =>
      Math.min(now + minuteMs, hold?.expiresAt ?? Infinity),
    keepsWorkers: true,
  },
  {
    code: 'NO_PULL_REQUEST',
    number: 1,
    where: 'the pull request is gone, or our access to it is',
    question: 'Is the pull request gone?',
    seen: pullRequest,
    holds: ({ inputs }) => inputs.prState === 'none',
    action: 'DONE',
    sentence: () => 'The pull request is gone, or the App has no access to it any more.',
    advice: 'If it still exists, give the App access to its repository again.',
    nextCheckAt: whenWoken,
  },
  {
    code: 'CLOSED',
    number: 2,
    where: 'it is closed',
    question: 'Is the pull request closed?',
    seen: pullRequest,
    holds: ({ inputs }) => inputs.prState === 'closed',
    action: 'DONE',
    sentence: () => 'The pull request is closed.',
    advice: 'Reopen it to have it watched again.',
    nextCheckAt: whenWoken,
  },
  {
    code: 'MERGED',
    number: 2,
    where: 'it is merged',
    question: 'Is the pull request merged?',
    seen: pullRequest,
    holds: ({ inputs }) => inputs.prState === 'merged',
    action: 'DONE',
    sentence: () => 'The pull request is merged.',
    nextCheckAt: whenWoken,
  },
  {
    code: 'CI_RUNNING',
    number: 3,
    where: 'checks are running',
    question: 'Are checks running?',
    seen: checks,
    holds: ({ inputs }) => inputs.ciStatus === 'running',
    action: 'WAIT',
    sentence: () => 'Checks are running.',
    nextCheckAt: inAMinute,
    keepsWorkers: true,
  },
  {
    code: 'STALE_CI',
    number: 4,
    where: 'no check has started since our last push',
    question: 'Are checks yet to start after our last push?',
    seen: describeAwaitedChecks,
    holds: ({ inputs }) => inputs.staleCi === 'stale',
    action: 'WAIT',
    sentence: () => 'No check has started since our last push.',
    nextCheckAt: ({ facts: { staleSince, now }, settings }) => {
      const limit = (staleSince ?? Infinity) + settings.staleCiMs + secondMs;
      return Math.max(now + secondMs, Math.min(now + minuteMs, limit));
    },
    keepsWorkers: true,
  },
  {
    code: 'STALE_CI_TIMEOUT',
    number: 5,
    where: 'no check has started within `timeouts.staleCi` of our last push',
    question: 'Did no check start in time after our last push?',
    seen: describeAwaitedChecks,
    holds: ({ inputs }) => inputs.staleCi === 'timed-out',
    action: 'DONE',
    sentence: () => 'No check started in time after our last push.',
    needsHuman: always,
    advice: 'Find out why no check started; then start the checks or push a commit.',
    nextCheckAt: inADay,
    keepsWorkers: true,
  },
  {
    code: 'DISABLED',
    number: 7,
    where: 'the ratchet is switched off for this pull request',
    question: 'Is the ratchet switched off for this pull request?',
    seen: ({ facts: { labels, switchedTo }, inputs, settings }) =>
      `${inputs.ratchetEnabled ? 'on' : 'off'}: last command ${switchedTo ?? 'none'}; labels ${joinNames(labels)}; configured ${settings.enabled ? 'on' : 'off'}`,
    holds: ({ inputs }) => !inputs.ratchetEnabled,
    action: 'CLEANUP_ONLY',
    sentence: () => 'The ratchet is switched off for this pull request.',
    advice: 'Switch it on with the label `ratchet` or with `/ratchet on`.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'MERGE_CONFLICT',
    number: 8,
    where: 'the branch conflicts with its base',
    question: 'Does the branch conflict with its base?',
    seen: merging,
    holds: ({ inputs }) => inputs.mergeState === 'conflicting',
    action: 'FIX_MERGE_CONFLICT',
    session: 'merge-conflict',
    sentence: () => 'The branch conflicts with its base.',
    nextCheckAt: inAMinute,
  },
  {
    code: 'UNSETTLED',
    where: 'the result of the checks, or whether the branch can be merged, is not certain',
    question: 'Is anything still uncertain?',
    seen: (known) => `${checks(known)}; ${merging(known)}`,
    // Unknown is never green, and never red either; but what was given up is not waited for.
    holds: ({ inputs }) =>
      inputs.ciStatus === 'unsettled' ||
      (inputs.mergeState === 'unknown' && !(wantsFixup(inputs) && areAttemptsSpent(inputs))),
    action: 'WAIT',
    sentence: ({ inputs }) =>
      inputs.ciStatus === 'unsettled'
        ? 'The result of the checks is not certain yet.'
        : 'It is not known yet whether the branch can be merged.',
    remark: nameUnreported,
    nextCheckAt: ({ facts, settings }) => {
      const { now, ciSince, observedAt = now } = facts;
      const settledAt = ciSince + settings.settleMs;
      // A look takes its time: what had not settled when it began may have by now, and is worth another at once.
      const settling = settledAt > observedAt ? Math.max(settledAt, now) : now + minuteMs;
      return Math.min(mergeKnownAt(facts) ?? settling, now + minuteMs);
    },
  },
  {
    code: 'CI_FAILED',
    number: 10,
    where: 'checks failed',
    question: 'Did checks fail?',
    seen: ({ facts: { ciStatus, failed } }) =>
      ciStatus === 'failed' ? joinNames(failed.map(({ name }) => name)) : ciWords[ciStatus],
    holds: ({ inputs }) => inputs.ciStatus === 'failed',
    action: 'FIX_CI',
    session: 'ci',
    sentence: () => 'Checks failed.',
    nextCheckAt: inAMinute,
  },
  {
    code: 'REVIEW',
    number: 12,
    where: 'a review asks for changes',
    question: 'Does a review ask for changes?',
    seen: ({ facts }) => (facts.reviewState === 'clear' ? 'no changes are asked for' : 'it does'),
    holds: ({ inputs }) => inputs.reviewState === 'changes-requested',
    action: 'FIX_REVIEW',
    session: 'review',
    sentence: () => 'A review asks for changes.',
    nextCheckAt: inAMinute,
  },
  {
    code: 'GREEN',
    number: 14,
    where: 'none of the above holds',
    question: 'Is nothing left to do?',
    seen: () => 'none of the above holds',
    holds: always,
    action: 'DONE',
    sentence: () => 'Checks are green and no changes are asked for.',
    nextCheckAt: inADay,
  },
]);

export type GuardCode = (typeof guards)[number]['code'];

// What stored decisions are compared with elsewhere: a code that no guard has does not compile.
export const workingSessionCode: GuardCode = 'WORKING_SESSION';
export const staleCiCode: GuardCode = 'STALE_CI';
export const staleCiTimeoutCode: GuardCode = 'STALE_CI_TIMEOUT';
export const greenCode: GuardCode = 'GREEN';

/** What stands against guards that there are. */
export type GuardObstacle = Obstacle<GuardCode>;

function defineGuards<Code extends string>(rows: readonly Guard<Code>[]): readonly Guard<Code>[] {
  return rows;
}

/** Whether as many fixups were pushed in a row as may be. */
export function areAttemptsSpent({ consecutiveAttempts, attemptLimit }: DecisionInputs): boolean {
  return consecutiveAttempts >= attemptLimit;
}

function wantsFixup({ ciStatus, reviewState }: DecisionInputs): boolean {
  return ciStatus === 'failed' || reviewState === 'changes-requested';
}

function describeAwaitedChecks({ facts, settings }: DecisionBasis): string {
  const { staleSince, restarted, mergeState, now } = facts;
  if (staleSince === null) return 'no checks are awaited';
  if (restarted) return 'checks have started';
  if (mergeState === 'conflicting') return 'a branch in conflict starts no checks';
  return `waiting for ${span(now - staleSince)}, at most ${span(settings.staleCiMs)}`;
}

/** Names the required checks that never reported. */
export function nameUnreported({ facts: { missing } }: DecisionBasis): string {
  return missing.length === 0 ? '' : ` Required checks that never reported: ${missing.join(', ')}.`;
}

/** The forge works out whether a branch merges only once it is asked, and then within seconds. */
function mergeKnownAt({ mergeState, unknownSince, now }: LookFacts): number | undefined {
  const isFresh = unknownSince === null || now - unknownSince < 30 * secondMs;
  return mergeState === 'unknown' && isFresh ? now + 3 * secondMs : undefined;
}

const ciWords: Readonly<Record<LookFacts['ciStatus'], string>> = {
  none: 'there are no checks',
  running: 'checks are running',
  failed: 'checks failed',
  passed: 'checks passed',
  unsettled: 'the result of the checks is not certain',
};

const mergeWords: Readonly<Record<LookFacts['mergeState'], string>> = {
  mergeable: 'it merges',
  conflicting: 'it conflicts',
  unknown: 'it is not known whether it merges',
};
