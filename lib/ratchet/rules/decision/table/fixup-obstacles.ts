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
  where: 'a fixup is still asked for after `retry.fixups` pushed ones in a row',
  question: 'Were too many fixups pushed in a row?',
  seen: ({ facts, settings }) => `${facts.attempts} of ${settings.attempts}`,
  holds: ({ fixup }) => fixup.code === 'ATTEMPTS_SPENT',
  action: 'TERMINAL_FAILED',
  sentence: ({ fixup }) => fixup.reason,
  needsHuman: always,
  advice: 'Finish it by hand: a commit of yours begins anew, and so does `/ratchet retry`.',
  nextCheckAt: inTenMinutes,
} as const satisfies GuardObstacle;

/** What stands against any fixup, once one may be launched. */
export const fixupObstacles: readonly GuardObstacle[] = [
  {
    code: 'NO_WORKFLOWS_PERMISSION',
    against: ['MERGE_CONFLICT'],
    where: 'merging the base would change workflow files, which we may not',
    question: 'Would the merge change workflow files, which we may not?',
    seen: ({ facts }) => (facts.workflowsBlocked ? 'it would' : 'it would not'),
    holds: ({ facts }) => facts.workflowsBlocked,
    action: 'CLEANUP_ONLY',
    sentence: () => 'Merging the base changes workflow files, which we may not push.',
    needsHuman: always,
    advice: 'Merge the base by hand, or let the App change workflow files in its settings.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'TAKEN_BACK',
    against: fixups,
    where: 'people took back what we had pushed for exactly this',
    question: 'Did people take back what we did for it?',
    seen: ({ facts: { refused } }) =>
      refused.length === 0
        ? 'no'
        : refused.map(({ commit, by }) => `${short(commit)} by ${short(by)}`).join(', '),
    holds: ({ facts, fixup }) => refusalOf(fixup.guard.session, facts) !== undefined,
    action: 'WAIT',
    sentence: ({ facts, fixup }) => takenBackWords(refusalOf(fixup.guard.session, facts)),
    needsHuman: always,
    advice: 'If that was not meant, `/ratchet retry` has it done again; otherwise mend it by hand.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'BUDGET_SPENT',
    against: fixups,
    where: 'agents cost as much as `budgets.pullRequestUsd`',
    question: 'Is the budget of the pull request spent?',
    seen: ({ facts, settings }) =>
      `${dollars(facts.spentUsd)} of ${dollars(settings.pullRequestUsd)}`,
    // A budget of nothing forbids paid agents, not the repair that costs nothing.
    holds: ({ facts, settings }) => facts.spentUsd > 0 && facts.spentUsd >= settings.pullRequestUsd,
    action: 'TERMINAL_FAILED',
    sentence: ({ facts, settings }) =>
      `Agents cost $${facts.spentUsd.toFixed(2)} of $${settings.pullRequestUsd.toFixed(2)}.`,
    needsHuman: always,
    advice: 'Finish it by hand, or raise `budgets.pullRequestUsd` in ratchetr.yaml.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'MONTH_SPENT',
    against: fixups,
    where: 'agents cost as much as `budgets.monthUsd`',
    question: 'Is the budget of the month spent?',
    seen: ({ facts }) => (facts.monthSpent ? 'it is' : 'it is not'),
    holds: ({ facts }) => facts.monthSpent,
    action: 'TERMINAL_FAILED',
    sentence: () => 'The budget of the month is spent.',
    needsHuman: always,
    advice: 'Finish it by hand, or raise `budgets.monthUsd` where Ratchetr runs.',
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
      `The worker was lost ${facts.relaunches} times in a row.${lastWords(facts)}`,
    needsHuman: always,
    advice: 'Whoever runs Ratchetr should see why its workers are lost; then `/ratchet retry`.',
    nextCheckAt: inTenMinutes,
  },
  {
    code: 'NO_AGENT',
    against: fixups,
    where: 'no agent could work: its provider did not answer or refused the key',
    question: 'Could no agent work, and is it too early to try again?',
    seen: agentsSeen,
    holds: ({ facts }) => facts.now < triedAgainAt(facts),
    action: 'WAIT',
    sentence: ({ facts }) => facts.lastReason ?? 'No agent could work.',
    needsHuman: ({ facts }) => facts.unavailable?.because === 'account',
    advice:
      'The operator of Ratchetr should put the account of its agents in order; it is tried again by itself.',
    nextCheckAt: ({ facts }) => Math.min(triedAgainAt(facts), facts.now + 10 * minuteMs),
  },
  {
    code: 'PARKED',
    against: fixups,
    where: 'a fixup for exactly this was tried',
    question: 'Was a fixup for exactly this tried before?',
    seen: ({ facts }) => (facts.spent ? 'it was' : 'it was not'),
    holds: ({ facts }) => facts.spent,
    action: 'WAIT',
    sentence: ({ facts }) => `A fixup for exactly this was tried.${lastWords(facts)}`,
    needsHuman: always,
    advice: 'Finish it by hand, or have it tried once more with `/ratchet retry`.',
    nextCheckAt: inTenMinutes,
  },
];

/** The refusal of what this session would do. */
function refusalOf(
  session: SessionKind | undefined,
  { refused }: Pick<LookFacts, 'refused'>,
): LookFacts['refused'][number] | undefined {
  return refused.find(({ kind }) => kind === session);
}

function takenBackWords(refusal: LookFacts['refused'][number] | undefined): string {
  const { commit = '', by = '', paths = [] } = refusal ?? {};
  const [only, ...others] = paths;
  const place = others.length > 0 ? counted(paths.length, 'file') : only;
  const where = place === undefined ? '' : ` in ${place}`;
  return `The push of ${short(by)} took back what we had pushed as ${short(commit)}${where}, so it is not done again.`;
}

function short(sha: string): string {
  return sha.slice(0, 12);
}

function lastWords({ lastReason }: LookFacts): string {
  return lastReason === null ? '' : ` ${lastReason}`;
}

const longestUnavailableMs = 60 * minuteMs;

/** An outage passes, and an account is put in order by an operator: either way the same is tried again after a while. */
function triedAgainAt({ unavailable }: LookFacts): number {
  if (unavailable === null) return -Infinity;
  const { times, at } = unavailable;
  return at + Math.min(longestUnavailableMs, 5 * minuteMs * 2 ** (times - 1));
}

function agentsSeen({ facts: { unavailable } }: DecisionBasis): string {
  if (unavailable === null) return 'agents could work';
  const { because, times } = unavailable;
  const what = because === 'provider' ? 'no provider answered' : 'no account was accepted';
  return `${what}, ${counted(times, 'session')} in a row`;
}
