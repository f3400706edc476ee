import { compareText } from '../findings/order.ts';
import type { CiStatus, FailedCheck, Observation } from '../model/observation.ts';
import { shortened } from '../report/plain-text.ts';
import { checkKey } from './check-key.ts';
import { type Standing, standingOf } from './check-words.ts';
import type { CheckFacts, PullRequestFacts } from './facts.ts';
import { nameOf, newestChecks } from './newest-checks.ts';

type Ci = Observation['ci'];

export type CiFacts = Pick<
  PullRequestFacts,
  'checks' | 'checksComplete' | 'baseChecks' | 'rules' | 'headSha' | 'readAt'
>;

export type EarlierLook = Pick<Observation, 'headSha'> & {
  readonly ci: Pick<Ci, 'since' | 'runIds' | 'running' | 'expected' | 'baseUnknownSince'>;
};

/** All checks and statuses of a head, reduced; how long they have to rest is left to `settle`. */
export function observeCi(facts: CiFacts, earlier: EarlierLook | undefined): Omit<Ci, 'status'> {
  const newest = newestChecks(facts.checks);
  const { baseChecks = [] } = facts;
  const failing = tellingFailures(newest, baseChecks);
  const others = facts.checks.filter(({ ours }) => !ours);
  const runIds = idsOf(others);
  const running = idsOf(others.filter((check) => standingOf(check) === 'running'));
  const missing = missingOf(facts, newest);
  return {
    verdict: verdictOf(facts, newest, missing),
    since: sinceOf({ ...facts, runIds, running }, earlier),
    runIds,
    running,
    failed: failing.map((check) => failedCheck(check)).toSorted(compareFailed),
    missing,
    ...comparedWithBase(failing, facts, earlier),
    expected:
      others.length > 0 || earlier?.ci.expected === true || baseChecks.some(({ ours }) => !ours),
  };
}

/** A workspace has to hold them all, and a matrix can have thousands fail. */
const mostFailed = 100;

/** The checks that failed; where they are too many to keep, first those that the base has no part in. */
function tellingFailures(
  newest: readonly CheckFacts[],
  baseChecks: readonly CheckFacts[],
): readonly CheckFacts[] {
  const failing = newest.filter((check) => standingOf(check) === 'failed');
  if (failing.length <= mostFailed) return failing;
  const red = namesOn(baseChecks, 'failed');
  return failing
    .toSorted((a, b) => compareText(checkKey(a), checkKey(b)))
    .toSorted((a, b) => Number(red.has(nameOf(a))) - Number(red.has(nameOf(b))))
    .slice(0, mostFailed);
}

/** The first of these that any check says is said of all. */
const worstFirst: readonly Exclude<Standing, 'ignored'>[] = [
  'running',
  'failed',
  'unsettled',
  'passed',
];

function verdictOf(
  { checks, checksComplete }: CiFacts,
  newest: readonly CheckFacts[],
  missing: readonly string[],
): CiStatus {
  // A page that was not read may hold the newer execution of any check.
  if (!checksComplete) return 'unsettled';
  const standings = new Set(newest.map((check) => standingOf(check)));
  const worst = worstFirst.find((standing) => standings.has(standing));
  if (worst === 'running' || worst === 'failed') return worst;
  if (missing.length > 0) return 'unsettled';
  return worst ?? (checks.length === 0 ? 'none' : 'unsettled');
}

function missingOf({ rules, checksComplete }: CiFacts, newest: readonly CheckFacts[]): string[] {
  if (!checksComplete) return [];
  const reporting = newest.filter((check) => standingOf(check) !== 'ignored');
  const reported = new Set(reporting.map(({ name }) => name));
  const missing = new Set(rules.requiredChecks?.filter((name) => !reported.has(name)));
  return [...missing].toSorted(compareText);
}

/**
 * Since when nothing has come and nothing has ended. The end of one job may start the next, which
 * registers only some moments later, so an end begins the wait anew. Our own check starts nothing.
 */
function sinceOf(
  {
    headSha,
    readAt,
    runIds,
    running,
  }: Pick<CiFacts, 'headSha' | 'readAt'> & Pick<Ci, 'runIds' | 'running'>,
  earlier: EarlierLook | undefined,
): number {
  const isSame =
    earlier?.headSha === headSha &&
    isEqual(earlier.ci.runIds, runIds) &&
    isEqual(earlier.ci.running, running);
  return isSame ? earlier.ci.since : readAt;
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

function idsOf(checks: readonly CheckFacts[]): string[] {
  return [...new Set(checks.map(({ id }) => id))].toSorted(compareText);
}

const longestSummary = 1_000;

function failedCheck({ app, workflow, name, id, jobId, summary, url }: CheckFacts): FailedCheck {
  return {
    app,
    ...(workflow !== undefined && { workflow }),
    name,
    runId: id,
    ...(jobId !== undefined && { jobId }),
    ...(summary !== undefined && { summary: shortened(summary, longestSummary) }),
    ...(url !== undefined && { url }),
  };
}

function compareFailed(a: FailedCheck, b: FailedCheck): number {
  return compareText(checkKey(a), checkKey(b)) || compareText(a.runId, b.runId);
}

function comparedWithBase(
  failing: readonly CheckFacts[],
  { baseChecks = [], readAt }: Pick<CiFacts, 'baseChecks' | 'readAt'>,
  earlier: EarlierLook | undefined,
): Pick<Ci, 'onBase' | 'baseUnknownSince'> {
  const [red, green] = [namesOn(baseChecks, 'failed'), namesOn(baseChecks, 'passed')];
  const shared = failing.filter((check) => red.has(nameOf(check)));
  const isKnown = failing.every((check) => red.has(nameOf(check)) || green.has(nameOf(check)));
  return {
    onBase: [...new Set(shared.map((check) => checkKey(check)))].toSorted(compareText),
    ...(!isKnown && { baseUnknownSince: earlier?.ci.baseUnknownSince ?? readAt }),
  };
}

/** Checks of the base of which the newest execution came to this. */
function namesOn(baseChecks: readonly CheckFacts[], standing: Standing): ReadonlySet<string> {
  const there = newestChecks(baseChecks).filter((check) => standingOf(check) === standing);
  return new Set(there.map((check) => nameOf(check)));
}
