import type { Action, Errand } from '#model/decision.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { FailedCheck } from '#model/observation.ts';
import { counted } from '#base/words.ts';
import { checkKey } from '../observation/check-key.ts';
import { baseAskedEvery } from './read-in-full.ts';
import { type LaunchObstacle, obstacleToLaunch, obstacleToTrust } from './may-launch.ts';
import { refusalOf } from './without-refused.ts';

/** What stands against a fixup, or against calling it green, beyond the fourteen guards. */
export interface Obstacle {
  readonly action: Extract<Action, 'WAIT' | 'CLEANUP_ONLY' | 'TERMINAL_FAILED'>;
  readonly code: ObstacleCode;
  readonly reason: string;
  readonly needsHuman?: boolean;
  readonly errand?: Errand;
  /** When it may be gone by itself. */
  readonly until?: number;
}

export type ObstacleCode =
  | LaunchObstacle['code']
  | 'NO_WORKFLOWS_PERMISSION'
  | 'TAKEN_BACK'
  | 'BUDGET_SPENT'
  | 'MONTH_SPENT'
  | 'CRASHED'
  | 'NO_AGENT'
  | 'PARKED'
  | 'REVIEW_LEFT'
  | 'NEVER_STARTED'
  | 'BASE_BROKEN'
  | 'BRANCH_UPDATE'
  | 'INCIDENT'
  | 'FLAKY';

type Fixup = Extract<Action, 'FIX_MERGE_CONFLICT' | 'FIX_CI' | 'FIX_REVIEW'>;

/** The first thing that stands against this fixup, if anything does. */
export function obstacleTo(
  action: Fixup,
  facts: LookFacts,
  settings: RatchetSettings,
): Obstacle | undefined {
  return (
    obstacleToLaunch('fixup', facts, settings) ??
    noRight(action, facts) ??
    takenBack(action, facts) ??
    usedUp(facts, settings) ??
    (action === 'FIX_CI' ? notOurs(facts, settings) : undefined)
  );
}

/** What stands against calling a pull request green whose guards ask for nothing. */
export function obstacleToGreen(facts: LookFacts, settings: RatchetSettings): Obstacle | undefined {
  // Our own check is missing then, and nothing else would say why.
  const unchecked = settings.checks ? obstacleToTrust(facts, settings) : undefined;
  return unchecked ?? left(facts);
}

function left({ reviewLeft }: LookFacts): Obstacle | undefined {
  if (!reviewLeft) return undefined;
  const reason = 'Threads were answered and nothing was changed for them: they wait for a person.';
  return { action: 'WAIT', code: 'REVIEW_LEFT', reason, needsHuman: true };
}

function noRight(action: Fixup, { workflowsBlocked }: LookFacts): Obstacle | undefined {
  if (action !== 'FIX_MERGE_CONFLICT' || !workflowsBlocked) return undefined;
  return {
    action: 'CLEANUP_ONLY',
    code: 'NO_WORKFLOWS_PERMISSION',
    reason: 'Merging the base changes workflow files, which we may not push.',
    needsHuman: true,
  };
}

function takenBack(action: Fixup, facts: LookFacts): Obstacle | undefined {
  const refusal = refusalOf(action, facts);
  if (refusal === undefined) return undefined;
  const { commit, by, paths } = refusal;
  const [ours, theirs] = [commit, by].map((sha) => sha.slice(0, 12));
  const [only, ...others] = paths;
  const place = others.length > 0 ? counted(paths.length, 'file') : only;
  const where = place === undefined ? '' : ` in ${place}`;
  const reason = `The push of ${theirs} took back what we had pushed as ${ours}${where}, so it is not done again.`;
  return { action: 'WAIT', code: 'TAKEN_BACK', reason, needsHuman: true };
}

function usedUp(facts: LookFacts, settings: RatchetSettings): Obstacle | undefined {
  const { spentUsd, monthSpent, relaunches, spent, lastReason } = facts;
  const needsHuman = true;
  // A budget of nothing forbids paid agents, not the repair that costs nothing.
  if (spentUsd > 0 && spentUsd >= settings.pullRequestUsd) {
    const reason = `Agents cost $${spentUsd.toFixed(2)} of $${settings.pullRequestUsd.toFixed(2)}.`;
    return { action: 'TERMINAL_FAILED', code: 'BUDGET_SPENT', reason, needsHuman };
  }
  if (monthSpent) {
    const reason = 'The budget of the month is spent.';
    return { action: 'TERMINAL_FAILED', code: 'MONTH_SPENT', reason, needsHuman };
  }
  const because = lastReason === null ? '' : ` ${lastReason}`;
  if (relaunches > settings.relaunches) {
    const reason = `The worker was lost ${relaunches} times in a row.${because}`;
    return { action: 'WAIT', code: 'CRASHED', reason, needsHuman };
  }
  const away = noAgent(facts);
  if (away !== undefined) return away;
  if (!spent) return undefined;
  const reason = `A fixup for exactly this was tried.${because}`;
  return { action: 'WAIT', code: 'PARKED', reason, needsHuman };
}

const longestUnavailable = 60 * 60_000;

/** An outage passes, and an account is put in order by an operator: either way the same is tried again after a while. */
function noAgent({ unavailable, lastReason, now }: LookFacts): Obstacle | undefined {
  if (unavailable === null) return undefined;
  const { because, times, at } = unavailable;
  const until = at + Math.min(longestUnavailable, 5 * 60_000 * 2 ** (times - 1));
  if (now >= until) return undefined;
  const needsHuman = because === 'account';
  return {
    action: 'WAIT',
    code: 'NO_AGENT',
    reason: lastReason ?? 'No agent could work.',
    needsHuman,
    until,
  };
}

/** Failures that no change of this branch would mend. */
function notOurs(facts: LookFacts, settings: RatchetSettings): Obstacle | undefined {
  return (
    neverStarted(facts) ??
    brokenBase(facts, settings) ??
    update(facts, settings) ??
    shared(facts) ??
    unreliable(facts, settings)
  );
}

/** Before the base is asked: what keeps checks from starting here keeps them from it there, and needs a person. */
function neverStarted({ failure }: LookFacts): Obstacle | undefined {
  const checks = failure?.neverStarted ?? [];
  if (checks.length === 0) return undefined;
  const because = [...new Set(checks.map((one) => one.because))].join(' ');
  const reason = `Failed before they began: ${namesOf(checks)}. ${because}`.trimEnd();
  return { action: 'WAIT', code: 'NEVER_STARTED', reason, needsHuman: true };
}

function brokenBase(facts: LookFacts, settings: RatchetSettings): Obstacle | undefined {
  const { failed, onBase, baseBroken, now } = facts;
  const wasBroken = isAllOf(failed, baseBroken);
  const wait = { action: 'WAIT', code: 'BASE_BROKEN' } as const;
  if (isAllOf(failed, onBase) || (wasBroken && onBase.length > 0)) {
    return { ...wait, reason: `The base branch fails as well: ${onBase.join(', ')}.` };
  }
  if (!wasBroken || isBaseCertain(facts, settings)) return undefined;
  const reason = 'The base branch failed as well, and what it is now is not checked yet.';
  return { ...wait, reason, until: now + baseAskedEvery };
}

/** The base was broken and is not any more, so this branch is red only because it stands on the old one. */
function update(facts: LookFacts, { updateFromBase }: RatchetSettings): Obstacle | undefined {
  const { failed, baseBroken, headSha, baseSha, updatedFrom, canPush } = facts;
  if (!updateFromBase || !canPush || !isAllOf(failed, baseBroken)) return undefined;
  if (headSha === null || baseSha === null) return undefined;
  const reason = 'The base was broken and is mended: the branch is brought up to date.';
  const wait = { action: 'WAIT', code: 'BRANCH_UPDATE', reason } as const;
  if (updatedFrom === headSha) return underWay(wait, facts);
  return { ...wait, errand: { kind: 'update', headSha, baseSha } };
}

/** A tip that was just pushed says nothing for a while, and one that nobody checks never will. */
function isBaseCertain(
  { baseUnknownSince, now }: LookFacts,
  { unknown }: RatchetSettings,
): boolean {
  return baseUnknownSince === null || now - baseUnknownSince > unknown;
}

function isAllOf(failed: readonly FailedCheck[], keys: readonly string[]): boolean {
  const known = new Set(keys);
  return failed.length > 0 && failed.every((check) => known.has(checkKey(check)));
}

function shared({ failure, incidentUntil, now }: LookFacts): Obstacle | undefined {
  if (incidentUntil === null || incidentUntil <= now) return undefined;
  const seen = failure === null ? 'many' : `${failure.seenOn}`;
  const reason = `The same failure shows on ${seen} pull requests: one incident, no fixups.`;
  return { action: 'WAIT', code: 'INCIDENT', reason, until: incidentUntil };
}

function unreliable(facts: LookFacts, { rerunOnce }: RatchetSettings): Obstacle | undefined {
  const { failure, failed, rerun, headSha } = facts;
  if (!rerunOnce || failure === null || headSha === null) return undefined;
  const flaky = failed.filter(({ runId }) => failure.flaky.includes(runId));
  if (flaky.length === 0) return undefined;
  const reason = `Looks unreliable, so it runs once more: ${namesOf(flaky)}.`;
  const wait = { action: 'WAIT', code: 'FLAKY', reason } as const;
  const again = flaky.filter((check) => !rerun.includes(rerunKey(headSha, check)));
  if (again.length === 0) return underWay(wait, facts);
  return { ...wait, errand: { kind: 'rerun', headSha, checks: again } };
}

/** Executions of one check for several events have one name. */
function namesOf(checks: readonly { readonly name: string }[]): string {
  return [...new Set(checks.map(({ name }) => name))].join(', ');
}

/** The forge takes an errand and carries it out some moments later; until then everything looks as before. */
function underWay(wait: Obstacle, { errandSince, now }: LookFacts): Obstacle | undefined {
  const until = (errandSince ?? -Infinity) + longestErrand;
  return now < until ? { ...wait, until } : undefined;
}

const longestErrand = 2 * 60_000;

/** Whether this was decided: the forge was asked for something small. */
export function isErrand(code: string | undefined): boolean {
  return code === 'BRANCH_UPDATE' || code === 'FLAKY';
}

/** One more run of a check is one for each head and what it ran for, whatever its execution is called. */
export function rerunKey(headSha: string, check: FailedCheck): string {
  const event = check.event === undefined ? '' : ` (${check.event})`;
  return `${headSha.slice(0, 12)} ${checkKey(check)}${event}`;
}
