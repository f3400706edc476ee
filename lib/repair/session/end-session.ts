import type { RunId, Sha } from '#model/ids.ts';
import type { SessionSummary } from '#model/session-summary.ts';
import type { Task } from '#model/task.ts';
import { type SuggestedChange, suggestedChange } from '#model/suggested-change.ts';
import { type TestEvidence, testEvidence } from '#model/test-evidence.ts';
import { isIsolated } from '#check/isolate-tool.ts';
import { listProof, type ProvingRun } from '../rules/verdict/proof.ts';
import { describeRequestedWork } from '../rules/session/requested-work.ts';
import { commitBody, type CommittedWork } from '../rules/session/commit-body.ts';
import { commitTitle } from '../rules/session/commit-title.ts';
import { commitMessage } from '../rules/session/message.ts';
import { decideSessionOutcome } from '../rules/session/outcome.ts';
import { noRepairs, type Repairs, countRepairs } from '../rules/session/repairs.ts';
import {
  describeSnapshot,
  isReliable,
  type FindingsSnapshot,
  type EngineSnapshot,
} from '../rules/session/findings-snapshot.ts';
import { runBefore } from './collect-snapshot.ts';
import { emit } from './emit.ts';
import type { SessionContext, RepairServices, SessionState } from './session.ts';
import { keepResult } from './keep-result.ts';
import type { VerifiedEnd } from './verify-end.ts';

export interface SessionEnd {
  /** What is to be delivered: the same as at the start where that is nothing. */
  readonly tree: Sha;
  readonly summary: Omit<SessionSummary, 'result'>;
  /** What a commit of it says; absent: nothing of it may be committed. */
  readonly message?: string;
}

export interface CourseRun {
  readonly state: SessionState;
  readonly snapshots: readonly FindingsSnapshot[];
}

/** What a session amounts to that came to its end. */
export async function concludeSession(
  deps: RepairServices,
  session: SessionContext,
  course: CourseRun & { readonly begin: Sha; readonly home: Sha; readonly verified: VerifiedEnd },
): Promise<SessionEnd> {
  const { begin, home, verified, state, snapshots } = course;
  const { end, vector, dropped } = verified;
  const doubtful = end.runs.filter((run) => !isReliable(run));
  const errors = listEngineErrors(doubtful);
  const own = doubtful.filter(({ sameAtBase }) => sameAtBase === undefined);
  const toRepair = { before: countToRepair(snapshots[0]), after: countToRepair(end) };
  const accepted = state.accepted.length - dropped.length;
  const work = await collectWork(deps, session, course);
  const { repairs, asked } = work;
  const { givenUp, noise } = state;
  const facts = { toRepair, repairs, asked, accepted, givenUp, noise, engineErrors: own.length };
  const summary: SessionEnd['summary'] = {
    schemaVersion: 1,
    ...decideSessionOutcome({
      ...facts,
      interrupted: false,
      failure: explainUselessEngines(end, errors),
    }),
    ...(accepted === 0 && unavailableProvider(state)),
    startTree: begin,
    endTree: end.tree,
    toRepair,
    vector,
    dropped: [...dropped],
    checkpoints: snapshots.map(describeSnapshot),
    engineErrors: errors,
  };
  const { outcome, sentence } = summary;
  await emit(deps, session, { type: 'run_finished', payload: { outcome, sentence } });
  const isWorth = outcome === 'green' || outcome === 'better';
  const expectations = work.evidence.flatMap((one) => one.expectations).slice(0, mostExpectations);
  const message = writeCommitMessage(session, sentence, { ...work, expectations });
  const proof = listProof(provingRuns(session, snapshots[0], end), work.evidence);
  const result = { home, tree: end.tree, message, verified, isWorth, expectations, proof };
  const kept = await keepResult(deps, session, result);
  const told = expectations.length > 0 && { expectations: [...expectations] };
  const offered = await listSuggestions(deps.runs, session.run.id, work);
  return {
    tree: end.tree,
    summary: { ...summary, ...kept, ...told, ...offered, proof: [...proof] },
    message,
  };
}

interface Work extends Omit<CommittedWork, 'expectations' | 'sentence'> {
  readonly evidence: readonly TestEvidence[];
  readonly done: readonly Task[];
  readonly repairs: Repairs;
  readonly asked: string | undefined;
}

/** What was worked on, and what of it is part of the result. */
async function collectWork(
  { runs }: RepairServices,
  { run }: SessionContext,
  { state, snapshots, verified }: CourseRun & { readonly verified: VerifiedEnd },
): Promise<Work> {
  const out = new Set(verified.dropped.map(({ taskId }) => taskId));
  const accepted = state.accepted.filter(({ taskId }) => !out.has(taskId));
  const taken = new Set(accepted.map(({ taskId }) => taskId));
  const tasks = await runs.listTasks(run.id);
  const done = tasks.filter(({ id }) => taken.has(id));
  const [before] = snapshots;
  const { end: after } = verified;
  const repairs = countRepairs(before, after, done);
  return {
    evidence: await listEvidence(runs, done),
    accepted,
    before,
    after,
    tasks,
    done,
    repairs,
    asked: describeRequestedWork(tasks, taken),
  };
}

/** Of the attempts that were taken, as they were stored: the session may have been taken up again since. */
async function listEvidence(
  runs: RepairServices['runs'],
  done: readonly Task[],
): Promise<readonly TestEvidence[]> {
  const all: TestEvidence[] = [];
  for (const { id, runId } of done) {
    const attempts = await runs.listAttempts(runId, id);
    const taken = attempts.findLast(({ status }) => status === 'succeeded');
    const { data } = testEvidence.safeParse(taken?.summary?.['evidence']);
    if (data !== undefined) all.push(data);
  }
  return all;
}

function provingRuns(
  { check }: SessionContext,
  start: FindingsSnapshot | undefined,
  { runs }: FindingsSnapshot,
): readonly ProvingRun[] {
  return runs.map((run) => {
    const { scheduled, outcome, tests } = run;
    const { engine: id, plan } = scheduled;
    const engine = check.engines.get(id);
    const isOfTests = engine?.scope === 'tests';
    return {
      engine: id,
      root: plan.root,
      version: outcome.toolVersion ?? null,
      isOfTests,
      runsCode: !isIsolated(engine, plan),
      isPinned: outcome.pinned === true,
      isSealed: check.installedIn !== undefined,
      isSteady: start && runBefore(start, run)?.isSteady,
      ran: tests?.filter(({ skipped }) => !skipped).length ?? 0,
    };
  });
}

/** They are stored with the run. */
const mostExpectations = 20;

/** Of the last attempts at what is not done: a person may want what was refused. */
async function listSuggestions(
  runs: RepairServices['runs'],
  runId: RunId,
  { tasks, done }: Work,
): Promise<Pick<SessionSummary, 'suggestions'>> {
  const taken = new Set(done.map(({ id }) => id));
  const all: SuggestedChange[] = [];
  for (const { id } of tasks.filter((task) => !taken.has(task.id))) {
    const attempts = await runs.listAttempts(runId, id);
    const given = attempts.findLast(({ summary }) => summary?.['suggestions'] !== undefined);
    all.push(...(suggestedChange.array().safeParse(given?.summary?.['suggestions']).data ?? []));
  }
  return all.length === 0 ? {} : { suggestions: all.slice(0, mostSuggested) };
}

const mostSuggested = 20;

function writeCommitMessage(
  { parents }: SessionContext,
  sentence: string,
  { done, ...work }: Omit<CommittedWork, 'sentence'> & Pick<Work, 'done'>,
): string {
  const { before, after } = work;
  const title = commitTitle({ merged: parents[1], before, after, tasks: done });
  return commitMessage(title, commitBody({ ...work, sentence }));
}

/** The session goes on later: what was accepted stays recorded, and nothing of it is delivered unproved. */
export async function concludeInterrupted(
  deps: RepairServices,
  session: SessionContext,
  { state, snapshots }: CourseRun,
): Promise<SessionEnd> {
  const toRepair = { before: countToRepair(snapshots[0]), after: countToRepair(snapshots.at(-1)) };
  const accepted = state.accepted.length;
  const nothing = { repairs: noRepairs, asked: undefined, engineErrors: 0, failure: undefined };
  const facts = { toRepair, accepted, interrupted: true, noise: [], ...nothing };
  const { outcome, sentence } = decideSessionOutcome(facts);
  await emit(deps, session, { type: 'run_interrupted', level: 'warn', payload: { accepted } });
  const tree = snapshots[0]?.tree ?? state.tree;
  return { tree, summary: { ...summarizeUnproved(tree, snapshots), outcome, sentence, toRepair } };
}

/** What had to come first could not be done, so the engines were not asked. */
export async function concludeUnresolved(
  deps: RepairServices,
  session: SessionContext,
  { begin, state, snapshots }: CourseRun & { readonly begin: Sha },
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
      ...summarizeUnproved(begin, snapshots),
      ...unavailableProvider(state),
      outcome: 'failed',
      sentence,
      toRepair,
    },
  };
}

/** Judging the untouched tree again came to something else, so no change could be judged, and none was paid for. */
export async function concludeUnsteady(
  deps: RepairServices,
  session: SessionContext,
  { begin, snapshots, stop: sentence }: CourseRun & { readonly begin: Sha; readonly stop: string },
): Promise<SessionEnd> {
  await emit(deps, session, { type: 'run_finished', level: 'warn', payload: { sentence } });
  const count = countToRepair(snapshots[0]);
  const toRepair = { before: count, after: count };
  const unproved = summarizeUnproved(begin, snapshots);
  return { tree: begin, summary: { ...unproved, outcome: 'failed', sentence, toRepair } };
}

/** What is no fault of the change: later, or with another account, the same may be repaired. */
function unavailableProvider({ givenUp }: SessionState): Pick<SessionSummary, 'unavailable'> {
  if (givenUp === undefined || givenUp.kind === 'budget') return {};
  return { unavailable: givenUp.kind };
}

function summarizeUnproved(tree: Sha, snapshots: readonly FindingsSnapshot[]) {
  return {
    schemaVersion: 1 as const,
    startTree: tree,
    vector: { acceptable: true, components: [] },
    dropped: [],
    checkpoints: snapshots.map(describeSnapshot),
    engineErrors: [],
  };
}

/** Without one engine that can be relied on, no repair can be claimed. */
function explainUselessEngines(
  { runs }: FindingsSnapshot,
  errors: SessionSummary['engineErrors'],
): string | undefined {
  if (runs.length === 0)
    return 'No engine has anything to do here; see `ratchetr plan` for the reasons.';
  const [first] = errors;
  return errors.length === runs.length && first !== undefined
    ? `No engine could be relied on: ${first.engine}: ${first.message}`
    : undefined;
}

function listEngineErrors(doubtful: readonly EngineSnapshot[]): SessionSummary['engineErrors'] {
  return doubtful.map(({ scheduled, sameAtBase, outcome: { error, completeness, warnings } }) => ({
    engine: scheduled.engine,
    message:
      sameAtBase ??
      error?.message ??
      (completeness.kind === 'complete' ? (warnings[0] ?? 'It failed.') : completeness.reason),
  }));
}

function countToRepair(snapshot: FindingsSnapshot | undefined): number {
  return snapshot === undefined ? 0 : describeSnapshot(snapshot).toRepair;
}
