import { compareText } from '#base/order.ts';
import type { CiStatus, FailedCheck, HeldSuite, Observation } from '#model/observation.ts';
import { shortened } from '#base/plain-text.ts';
import { checkKey } from './check-key.ts';
import { type CheckState, readCheckState } from './check-state.ts';
import type { CheckFacts, PullRequestFacts } from './facts.ts';
import { newestChecks, identifyCheck } from './newest-checks.ts';
import { pendingChecks } from './pending-checks.ts';
import { findMissingChecks } from './required-checks.ts';
import { type ObservedSuites, observeSuites } from './suites.ts';

type Ci = Observation['ci'];

export type CiFacts = Pick<
  PullRequestFacts,
  'checks' | 'suites' | 'checksComplete' | 'baseChecks' | 'rules' | 'headSha' | 'readAt'
>;

export type EarlierLook = Pick<Observation, 'headSha'> & {
  readonly ci: Pick<
    Ci,
    'since' | 'runIds' | 'running' | 'expected' | 'baseUnknownSince' | 'pending'
  >;
};

/** All checks and statuses of a head, reduced; how long they have to rest is left to `settle`. */
export function observeCi(facts: CiFacts, earlier: EarlierLook | undefined): Omit<Ci, 'status'> {
  const newest = newestChecks(facts.checks);
  const { baseChecks = [], suites = [] } = facts;
  const said = observeSuites(suites, facts.checks);
  const { held } = said;
  const onBase = createBaseComparison(baseChecks);
  const failing = tellingFailures(newest, onBase);
  const others = facts.checks.filter(({ ours }) => !ours);
  const runIds = listUniqueIds([...others, ...held]);
  const begun = others.filter((check) => readCheckState(check) === 'running');
  const running = listUniqueIds([...begun, ...held.filter(({ says }) => says === 'not-begun')]);
  const missing = findMissingChecks(facts, newest);
  const pending = pendingChecks({ ...facts, newest, held }, earlier);
  return {
    verdict: judgeCi(facts, { newest, missing, said }),
    since: unchangedSince({ ...facts, runIds, running }, earlier),
    runIds,
    running,
    failed: failing.map((check) => toFailedCheck(check)).toSorted(compareFailed),
    missing,
    ...compareWithBase(failing, { onBase, readAt: facts.readAt }, earlier),
    expected:
      runIds.length > 0 || earlier?.ci.expected === true || baseChecks.some(({ ours }) => !ours),
    ...(held.length > 0 && { held: limitHeld(held) }),
    ...(pending.length > 0 && { pending }),
  };
}

const mostHeld = 50;

/** First those that wait for a person, as the words for it are sorted. */
function limitHeld(held: readonly HeldSuite[]): HeldSuite[] {
  return held
    .toSorted((a, b) => compareText(a.says, b.says) || compareText(a.id, b.id))
    .slice(0, mostHeld);
}

/** A workspace has to hold them all, and a matrix can have thousands fail. */
const mostFailed = 100;

/** The checks that failed; where they are too many to keep, first those that the base has no part in. */
function tellingFailures(newest: readonly CheckFacts[], onBase: OnBase): readonly CheckFacts[] {
  const failing = newest.filter((check) => readCheckState(check) === 'failed');
  if (failing.length <= mostFailed) return failing;
  const isShared = (check: CheckFacts): number => Number(onBase(check) === 'failed');
  return failing
    .toSorted((a, b) => compareText(checkKey(a), checkKey(b)))
    .toSorted((a, b) => isShared(a) - isShared(b))
    .slice(0, mostFailed);
}

/** The first of these that any check says is said of all. */
const worstFirst: readonly CheckState[] = ['running', 'failed', 'unsettled', 'passed'];

interface Seen {
  readonly newest: readonly CheckFacts[];
  readonly missing: readonly string[];
  readonly said: ObservedSuites;
}

function judgeCi({ checks, checksComplete }: CiFacts, { newest, missing, said }: Seen): CiStatus {
  // A page that was not read may hold the newer execution of any check.
  if (!checksComplete) return 'unsettled';
  const standings = new Set([...newest.map((check) => readCheckState(check)), ...said.standings]);
  const worst = worstFirst.find((standing) => standings.has(standing));
  if (worst === 'running' || worst === 'failed') return worst;
  if (missing.length > 0) return 'unsettled';
  return worst ?? (checks.length === 0 ? 'none' : 'unsettled');
}

/**
 * Since when nothing has come and nothing has ended. The end of one job may start the next, which
 * registers only some moments later, so an end begins the wait anew. Our own check starts nothing.
 */
function unchangedSince(
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

function listUniqueIds(all: readonly { readonly id: string }[]): string[] {
  return [...new Set(all.map(({ id }) => id))].toSorted(compareText);
}

const longestSummary = 1_000;

function toFailedCheck(check: CheckFacts): FailedCheck {
  const { app, workflow, name, event, id, ours, jobId, summary, url } = check;
  return {
    app,
    ...(workflow !== undefined && { workflow }),
    name,
    ...(event !== undefined && { event }),
    runId: id,
    ...(ours && { ours }),
    ...(jobId !== undefined && { jobId }),
    ...(summary !== undefined && { summary: shortened(summary, longestSummary) }),
    ...(url !== undefined && { url }),
  };
}

function compareFailed(a: FailedCheck, b: FailedCheck): number {
  return compareText(checkKey(a), checkKey(b)) || compareText(a.runId, b.runId);
}

function compareWithBase(
  failing: readonly CheckFacts[],
  { onBase, readAt }: Pick<CiFacts, 'readAt'> & { readonly onBase: OnBase },
  earlier: EarlierLook | undefined,
): Pick<Ci, 'onBase' | 'baseUnknownSince'> {
  const shared = failing.filter((check) => onBase(check) === 'failed');
  const isKnown = failing.every((check) => onBase(check) !== undefined);
  return {
    onBase: [...new Set(shared.map((check) => checkKey(check)))].toSorted(compareText),
    ...(!isKnown && { baseUnknownSince: earlier?.ci.baseUnknownSince ?? readAt }),
  };
}

/** What the base says of a check; undefined: nothing certain. */
type OnBase = (check: CheckFacts) => 'failed' | 'passed' | undefined;

/** Finds what the checks of the base say of those of a head. */
function createBaseComparison(baseChecks: readonly CheckFacts[]): OnBase {
  const byName = Map.groupBy(newestChecks(baseChecks), identifyCheck);
  return (check) => {
    const there = selectCounterparts(byName.get(identifyCheck(check)) ?? [], check).map((one) =>
      readCheckState(one),
    );
    if (there.includes('failed')) return 'failed';
    const isPassed = there.length > 0 && there.every((standing) => standing === 'passed');
    return isPassed ? 'passed' : undefined;
  };
}

/** A base has mostly been pushed to and nothing else, so what ran for a push tells of other events as well. */
function selectCounterparts(
  there: readonly CheckFacts[],
  { event }: CheckFacts,
): readonly CheckFacts[] {
  for (const wanted of [event, 'push']) {
    const found = there.filter((one) => one.event === wanted);
    if (found.length > 0) return found;
  }
  return there;
}
