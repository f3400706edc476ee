import type { Sha } from '#domain/model/ids.ts';
import type { SessionSummary } from '#domain/model/session-summary.ts';
import { commitTitle } from '#domain/session/commit-title.ts';
import { outcomeOf } from '#domain/session/outcome.ts';
import { describeStock, isTrusted, type Stock, type StockRun } from '#domain/session/stock.ts';
import { emit } from './emit.ts';
import type { SessionContext, SessionDeps, SessionState } from './session.ts';
import { keepResult } from './keep-result.ts';
import type { VerifiedEnd } from './verify-end.ts';

export interface SessionEnd {
  /** What is to be handed over: the same as at the start where that is nothing. */
  readonly tree: Sha;
  readonly summary: Omit<SessionSummary, 'result'>;
  /** The first line of a commit of it; absent: nothing of it may be committed. */
  readonly title?: string;
}

export interface CourseRun {
  readonly state: SessionState;
  readonly stocks: readonly Stock[];
}

/** What a session amounts to that came to its end. */
export async function endOf(
  deps: SessionDeps,
  session: SessionContext,
  course: CourseRun & { readonly begin: Sha; readonly home: Sha; readonly verified: VerifiedEnd },
): Promise<SessionEnd> {
  const { begin, home, verified, state, stocks } = course;
  const { end, vector, dropped } = verified;
  const doubtful = end.runs.filter((run) => !isTrusted(run));
  const errors = engineErrors(doubtful);
  const own = doubtful.filter(({ sameAtBase }) => sameAtBase === undefined);
  const toRepair = { before: count(stocks[0]), after: count(end) };
  const accepted = state.accepted.length - dropped.length;
  const { givenUp } = state;
  const facts = { toRepair, accepted, givenUp, engineErrors: own.length, interrupted: false };
  const summary: SessionEnd['summary'] = {
    schemaVersion: 1,
    ...outcomeOf({ ...facts, failure: failureOf(end, errors) }),
    ...(accepted === 0 && unavailable(state)),
    startTree: begin,
    endTree: end.tree,
    toRepair,
    vector,
    dropped: [...dropped],
    checkpoints: stocks.map(describeStock),
    engineErrors: errors,
  };
  const { outcome, sentence } = summary;
  await emit(deps, session, { type: 'run_finished', payload: { outcome, sentence } });
  const isWorth = outcome === 'green' || outcome === 'better';
  const title = await titleOf(deps, session, course);
  const result = { home, tree: end.tree, title, sentence, verified, isWorth };
  const kept = await keepResult(deps, session, result);
  return { tree: end.tree, summary: { ...summary, ...kept }, title };
}

async function titleOf(
  { runs }: Pick<SessionDeps, 'runs'>,
  { run, parents }: SessionContext,
  { state, stocks, verified }: CourseRun & { readonly verified: VerifiedEnd },
): Promise<string> {
  const taken = new Set(state.accepted.map(({ taskId }) => taskId));
  for (const { taskId } of verified.dropped) taken.delete(taskId);
  const tasks = (await runs.listTasks(run.id)).filter(({ id }) => taken.has(id));
  return commitTitle({ merged: parents[1], before: stocks[0], after: verified.end, tasks });
}

/** The session goes on later: what was accepted stays recorded, and nothing of it is handed over unproved. */
export async function interruptedEnd(
  deps: SessionDeps,
  session: SessionContext,
  { state, stocks }: CourseRun,
): Promise<SessionEnd> {
  const toRepair = { before: count(stocks[0]), after: count(stocks.at(-1)) };
  const accepted = state.accepted.length;
  const facts = { toRepair, accepted, engineErrors: 0, interrupted: true, failure: undefined };
  const { outcome, sentence } = outcomeOf(facts);
  await emit(deps, session, { type: 'run_interrupted', level: 'warn', payload: { accepted } });
  const tree = stocks[0]?.tree ?? state.tree;
  return { tree, summary: { ...unproved(tree, stocks), outcome, sentence, toRepair } };
}

/** What had to come first could not be done, so the engines were not asked. */
export async function failedEnd(
  deps: SessionDeps,
  session: SessionContext,
  { begin, state, stocks }: CourseRun & { readonly begin: Sha },
): Promise<SessionEnd> {
  const { givenUp } = state;
  const sentence =
    givenUp === undefined
      ? 'The conflicts could not be resolved, so nothing else was begun; resolve them by hand.'
      : `The conflicts could not be resolved, so nothing else was begun. ${givenUp.sentence}`;
  await emit(deps, session, { type: 'run_finished', level: 'warn', payload: { sentence } });
  const toRepair = { before: 0, after: 0 };
  return {
    tree: begin,
    summary: {
      ...unproved(begin, stocks),
      ...unavailable(state),
      outcome: 'failed',
      sentence,
      toRepair,
    },
  };
}

/** What is no fault of the change: later, or with another account, the same may be repaired. */
function unavailable({ givenUp }: SessionState): Pick<SessionSummary, 'unavailable'> {
  if (givenUp === undefined || givenUp.kind === 'budget') return {};
  return { unavailable: givenUp.kind };
}

function unproved(tree: Sha, stocks: readonly Stock[]) {
  return {
    schemaVersion: 1 as const,
    startTree: tree,
    vector: { acceptable: true, components: [] },
    dropped: [],
    checkpoints: stocks.map(describeStock),
    engineErrors: [],
  };
}

/** Without one engine that can be relied on nobody can say that anything was repaired. */
function failureOf({ runs }: Stock, errors: SessionSummary['engineErrors']): string | undefined {
  if (runs.length === 0)
    return 'No engine has anything to do here; see `ratchetr plan` for the reasons.';
  const [first] = errors;
  return errors.length === runs.length && first !== undefined
    ? `No engine could be relied on: ${first.engine}: ${first.message}`
    : undefined;
}

function engineErrors(doubtful: readonly StockRun[]): SessionSummary['engineErrors'] {
  return doubtful.map(({ scheduled, sameAtBase, outcome: { error, completeness, warnings } }) => ({
    engine: scheduled.engine,
    message:
      sameAtBase ??
      error?.message ??
      (completeness.kind === 'complete' ? (warnings[0] ?? 'It failed.') : completeness.reason),
  }));
}

function count(stock: Stock | undefined): number {
  return stock === undefined ? 0 : describeStock(stock).toRepair;
}
