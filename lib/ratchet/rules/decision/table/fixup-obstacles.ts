import type { SessionKind } from '#model/session.ts';
import type { LookFacts } from '#model/look-facts.ts';
import { counted, dollars } from '#base/words.ts';
import { minuteMs } from '#base/durations.ts';
import { always, inTenMinutes, type DecisionBasis } from './condition.ts';
import type { GuardObstacle } from './guards.ts';
import { fixups } from './launch-obstacles.ts';

/** Once as many fixups were pushed as may be, nothing else is asked of the next one. */
export const attemptsSpent = {
  code: 'ATTEMPTS_SPENT',
  against: fixups,
  where: 'as many fixups as `retry.fixups` were pushed in a row',
  question: 'Were too many fixups pushed in a row?',
  seen: ({ facts, settings }) => `${facts.attempts} of ${settings.attempts}`,
  holds: ({ fixup }) => fixup.code === 'ATTEMPTS_SPENT',
  action: 'TERMINAL_FAILED',
  sentence: ({ fixup }) => fixup.reason,
  needsHuman: always,
  advice: 'Finish it by hand, or reset the counter: push a commit or say `/ratchet retry`.',
  nextCheckAt: inTenMinutes,
} as const satisfies GuardObstacle;

/** What stands against any fixup, once one may be launched. */
export const fixupObstacles: readonly GuardObstacle[] = [
  {
    code: 'NO_WORKFLOWS_PERMISSION',
    against: ['MERGE_CONFLICT'],
    where: 'merging the base would change workflow files, which we may not push',
    question: 'Would the merge change workflow files, which we may not push?',
    seen: ({ facts }) => (facts.workflowsBlocked ? 'it would' : 'it would not'),
    holds: ({ facts }) => facts.workflowsBlocked,
    action: 'CLEANUP_ONLY',
    sentence: () => 'Merging the base would change workflow files, which Ratchetr may not push.',
    needsHuman: always,
    advice: 'Merge the base by hand, or give the App the right to change workflow files.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'TAKEN_BACK',
    against: fixups,
    where: 'people took back the fixup that we had pushed for this',
    question: 'Did people take back our fixup for this?',
    seen: ({ facts: { refused } }) =>
      refused.length === 0
        ? 'no'
        : refused.map(({ commit, by }) => `${shortenSha(commit)} by ${shortenSha(by)}`).join(', '),
    holds: ({ facts, fixup }) => findRefusal(fixup.guard.session, facts) !== undefined,
    action: 'WAIT',
    sentence: ({ facts, fixup }) => describeRevert(findRefusal(fixup.guard.session, facts)),
    needsHuman: always,
    advice: 'Repair it by hand, or say `/ratchet retry` to have the fixup done again.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'BUDGET_SPENT',
    against: fixups,
    where: 'agents have spent `budgets.pullRequestUsd` on this pull request',
    question: 'Is the budget of the pull request spent?',
    seen: ({ facts, settings }) =>
      `${dollars(facts.spentUsd)} of ${dollars(settings.pullRequestUsd)}`,
    // A budget of nothing forbids paid agents, not the repair that costs nothing.
    holds: ({ facts, settings }) => facts.spentUsd > 0 && facts.spentUsd >= settings.pullRequestUsd,
    action: 'TERMINAL_FAILED',
    sentence: ({ facts, settings }) =>
      `Agents have spent $${facts.spentUsd.toFixed(2)} of $${settings.pullRequestUsd.toFixed(2)} on this pull request.`,
    needsHuman: always,
    advice: 'Finish it by hand, or raise `budgets.pullRequestUsd` in ratchetr.yaml.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'MONTH_SPENT',
    against: fixups,
    where: 'agents have spent `budgets.monthUsd` this month',
    question: 'Is the budget of the month spent?',
    seen: ({ facts }) => (facts.monthSpent ? 'it is' : 'it is not'),
    holds: ({ facts }) => facts.monthSpent,
    action: 'TERMINAL_FAILED',
    sentence: () => 'The budget of this month is spent.',
    needsHuman: always,
    advice:
      'Finish it by hand, wait for the next month, or raise `budgets.monthUsd` where Ratchetr runs.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'CRASHED',
    against: fixups,
    where: 'workers were lost too often at this head',
    question: 'Were workers lost too often at this head?',
    seen: ({ facts, settings }) => `${facts.relaunches} in a row, at most ${settings.relaunches}`,
    holds: ({ facts, settings }) => facts.relaunches > settings.relaunches,
    action: 'WAIT',
    sentence: ({ facts }) =>
      `The worker was lost ${facts.relaunches} times in a row.${quoteLastReason(facts)}`,
    needsHuman: always,
    advice:
      'The operator of Ratchetr should find out why its workers are lost; then say `/ratchet retry`.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'NO_AGENT',
    against: fixups,
    where: 'no agent was able to work: its provider did not answer, or refused the account',
    question: 'Was no agent able to work, and is it too early to try again?',
    seen: describeUnavailable,
    holds: ({ facts }) => facts.now < triedAgainAt(facts),
    action: 'WAIT',
    sentence: ({ facts }) => facts.lastReason ?? 'No agent was able to work.',
    needsHuman: ({ facts }) => facts.unavailable?.because === 'account',
    advice:
      'The operator of Ratchetr should check the key and the credit of its agents; Ratchetr tries again by itself.',
    nextCheckAt: ({ facts }) => Math.min(triedAgainAt(facts), facts.now + 10 * minuteMs),
  },
  {
    code: 'PARKED',
    against: fixups,
    where: 'a fixup for exactly this state was tried before',
    question: 'Was a fixup for exactly this state tried before?',
    seen: ({ facts }) => (facts.spent ? 'it was' : 'it was not'),
    holds: ({ facts }) => facts.spent,
    action: 'WAIT',
    sentence: ({ facts }) =>
      `A fixup for exactly this state was tried before.${quoteLastReason(facts)}`,
    needsHuman: always,
    advice: 'Finish it by hand, or say `/ratchet retry` to have it tried again.',
    nextCheckAt: inTenMinutes,
  },
];

/** The refusal of what this session would do. */
function findRefusal(
  session: SessionKind | undefined,
  { refused }: LookFacts,
): LookFacts['refused'][number] | undefined {
  return refused.find(({ kind }) => kind === session);
}

function describeRevert(refusal: LookFacts['refused'][number] | undefined): string {
  const { commit = '', by = '', paths = [] } = refusal ?? {};
  const [only, ...others] = paths;
  const place = others.length > 0 ? counted(paths.length, 'file') : only;
  const where = place === undefined ? '' : ` in ${place}`;
  return `The push of ${shortenSha(by)} took back our fixup ${shortenSha(commit)}${where}, so it is not done again.`;
}

function shortenSha(sha: string): string {
  return sha.slice(0, 12);
}

function quoteLastReason({ lastReason }: LookFacts): string {
  return lastReason === null ? '' : ` ${lastReason}`;
}

const longestUnavailableMs = 60 * minuteMs;

/** An outage passes, and an account is put in order by an operator: either way the same is tried again after a while. */
function triedAgainAt({ unavailable }: LookFacts): number {
  if (unavailable === null) return -Infinity;
  const { times, at } = unavailable;
  return at + Math.min(longestUnavailableMs, 5 * minuteMs * 2 ** (times - 1));
}

function describeUnavailable({ facts: { unavailable } }: DecisionBasis): string {
  if (unavailable === null) return 'agents were able to work';
  const { because, times } = unavailable;
  const what = because === 'provider' ? 'no provider answered' : 'no account was accepted';
  return `${what}, ${counted(times, 'session')} in a row`;
}
