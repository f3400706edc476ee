import type { ForgeAction } from '#model/decision.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { FailedCheck } from '#model/observation.ts';
import { moment } from '#base/moment.ts';
import { joinNames } from '#base/words.ts';
import { minuteMs } from '#base/durations.ts';
import { checkKey } from '../../observation/check-key.ts';
import { always, inTenMinutes, type DecisionBasis } from './condition.ts';
import type { GuardCode, GuardObstacle } from './guards.ts';

export const baseBrokenCode = 'BASE_BROKEN';
export const incidentCode = 'INCIDENT';

/** No event tells of the checks of a base, so a look that waits for them has to ask. */
export const baseAskedEveryMs = 3 * minuteMs;

const checksFailed: readonly GuardCode[] = ['CI_FAILED'];

/** Failures that no change of this branch would mend. */
export const failureObstacles: readonly GuardObstacle[] = [
  // Before the base is asked: what keeps checks from starting here keeps them from it there, and needs a person.
  {
    code: 'NEVER_STARTED',
    against: checksFailed,
    where: 'all failed jobs failed before they started',
    question: 'Did the failed checks never start?',
    seen: ({ facts: { failure } }) =>
      failure === null
        ? 'it was not looked into'
        : joinNames((failure.neverStarted ?? []).map(({ name }) => name)),
    holds: ({ facts }) => listNeverStarted(facts).length > 0,
    action: 'WAIT',
    sentence: ({ facts }) => {
      const checks = listNeverStarted(facts);
      const because = [...new Set(checks.map((one) => one.because))].join(' ');
      return `These checks failed before they started: ${listCheckNames(checks)}. ${because}`.trimEnd();
    },
    needsHuman: always,
    advice:
      'Remove the cause that the reason names, in the settings of GitHub Actions or on its runners; then run the checks again.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: baseBrokenCode,
    against: checksFailed,
    where: 'the base branch fails in the same way',
    question: 'Does the base fail in the same way?',
    seen: ({ facts: { failed, onBase } }) =>
      `${joinNames(failed.map(({ name }) => name))} here, ${joinNames(onBase)} on the base`,
    holds: ({ facts, settings }) =>
      isBaseBroken(facts) || (wasBaseBroken(facts) && !isBaseCertain(facts, settings)),
    action: 'WAIT',
    sentence: ({ facts }) =>
      isBaseBroken(facts)
        ? `The base branch fails as well: ${facts.onBase.join(', ')}.`
        : 'The base branch failed as well, and its newest commit is not checked yet.',
    advice: 'Repair the base branch; then Ratchetr goes on by itself.',
    nextCheckAt: ({ facts }) =>
      facts.now + (isBaseBroken(facts) ? 10 * minuteMs : baseAskedEveryMs),
  },
  // The base was broken and is not any more, so this branch is red only because it stands on the old one.
  {
    code: 'BRANCH_UPDATE',
    against: checksFailed,
    where: 'the base branch was broken and is repaired, so it is merged into this branch',
    question: 'Is it red only because its base was broken?',
    seen: ({ facts: { baseBroken, baseUnknownSince } }) =>
      `the base broke ${joinNames(baseBroken)}${baseUnknownSince === null ? '' : ', and is not checked yet'}`,
    holds: (known) =>
      isBehindMendedBase(known) && isAskedOrUnderWay(known, planBranchUpdate(known)),
    action: 'WAIT',
    sentence: () =>
      'The base branch was broken and is repaired, so this branch is brought up to date with it.',
    nextCheckAt: (known) => scheduleAfter(known, planBranchUpdate(known)),
    forgeAction: planBranchUpdate,
  },
  {
    code: incidentCode,
    against: checksFailed,
    where: 'many pull requests fail in the same way',
    question: 'Do many pull requests share the failure?',
    seen: ({ facts: { failure, incidentUntil } }) =>
      `seen on ${failure?.seenOn ?? 0}${incidentUntil === null ? '' : `, an incident until ${moment(incidentUntil)}`}`,
    holds: ({ facts: { incidentUntil, now } }) => incidentUntil !== null && incidentUntil > now,
    action: 'WAIT',
    sentence: ({ facts: { failure } }) =>
      `The same failure shows on ${failure === null ? 'many' : failure.seenOn} pull requests, so it counts as one incident and none of them is repaired.`,
    advice: 'Repair what they share; after `brake.window` Ratchetr goes on by itself.',
    nextCheckAt: ({ facts: { incidentUntil, now } }) =>
      Math.min(incidentUntil ?? Infinity, now + 10 * minuteMs),
  },
  {
    code: 'FLAKY',
    against: checksFailed,
    where: 'a failed check looks unreliable, so it runs once more',
    question: 'Does a failed check look unreliable, and has it not run again yet?',
    seen: ({ facts: { failure } }) =>
      failure === null ? 'it was not looked into' : `${failure.flaky.length} look unreliable`,
    holds: (known) => flakyChecks(known).length > 0 && isAskedOrUnderWay(known, planRerun(known)),
    action: 'WAIT',
    sentence: (known) =>
      `Looks unreliable, so it runs once more: ${listCheckNames(flakyChecks(known))}.`,
    nextCheckAt: (known) => scheduleAfter(known, planRerun(known)),
    forgeAction: planRerun,
  },
];

function listNeverStarted({ failure }: LookFacts) {
  return failure?.neverStarted ?? [];
}

function isBaseBroken(facts: LookFacts): boolean {
  const { failed, onBase } = facts;
  return isAllOf(failed, onBase) || (wasBaseBroken(facts) && onBase.length > 0);
}

function wasBaseBroken({ failed, baseBroken }: LookFacts): boolean {
  return isAllOf(failed, baseBroken);
}

/** A tip that was just pushed says nothing for a while, and one that no check runs for never will. */
function isBaseCertain(
  { baseUnknownSince, now }: LookFacts,
  { unknownMs }: RatchetSettings,
): boolean {
  return baseUnknownSince === null || now - baseUnknownSince > unknownMs;
}

function isAllOf(failed: readonly FailedCheck[], keys: readonly string[]): boolean {
  const known = new Set(keys);
  return failed.length > 0 && failed.every((check) => known.has(checkKey(check)));
}

function isBehindMendedBase({ facts, settings }: DecisionBasis): boolean {
  const { canPush, headSha, baseSha } = facts;
  const isKnown = headSha !== null && baseSha !== null;
  return settings.updateFromBase && canPush && isKnown && wasBaseBroken(facts);
}

function planBranchUpdate({
  facts: { headSha, baseSha, updatedFrom },
}: DecisionBasis): ForgeAction | undefined {
  if (headSha === null || baseSha === null || updatedFrom === headSha) return undefined;
  return { kind: 'update', headSha, baseSha };
}

function flakyChecks({ facts, settings: { rerunOnce } }: DecisionBasis): readonly FailedCheck[] {
  const { failure, failed, headSha } = facts;
  if (!rerunOnce || failure === null || headSha === null) return [];
  return failed.filter(({ runId }) => failure.flaky.includes(runId));
}

function planRerun(known: DecisionBasis): ForgeAction | undefined {
  const { headSha, rerun } = known.facts;
  if (headSha === null) return undefined;
  const checks = flakyChecks(known).filter((one) => !rerun.includes(rerunKey(headSha, one)));
  return checks.length === 0 ? undefined : { kind: 'rerun', headSha, checks };
}

/** One more run of a check is one for each head and what it ran for, whatever its execution is called. */
export function rerunKey(headSha: string, check: FailedCheck): string {
  const event = check.event === undefined ? '' : ` (${check.event})`;
  return `${headSha.slice(0, 12)} ${checkKey(check)}${event}`;
}

const longestActionMs = 2 * minuteMs;

/** The forge accepts a request and acts on it some moments later; until then everything looks as before. */
function isAskedOrUnderWay({ facts }: DecisionBasis, action: ForgeAction | undefined): boolean {
  return action !== undefined || facts.now < findActionEnd(facts);
}

function scheduleAfter({ facts }: DecisionBasis, action: ForgeAction | undefined): number {
  const { now } = facts;
  return action === undefined
    ? Math.min(findActionEnd(facts), now + 10 * minuteMs)
    : now + minuteMs;
}

function findActionEnd({ errandSince }: LookFacts): number {
  return (errandSince ?? -Infinity) + longestActionMs;
}

/** Executions of one check for several events have one name. */
function listCheckNames(checks: readonly { readonly name: string }[]): string {
  return [...new Set(checks.map(({ name }) => name))].join(', ');
}
