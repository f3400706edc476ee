import type { Sha } from '#model/ids.ts';
import type { NewTask } from '#model/task.ts';
import { describeSnapshot, type FindingsSnapshot } from './rules/session/findings-snapshot.ts';
import type { Steadied } from './rules/session/null-change.ts';
import { describeGraphProblem } from './rules/tasks/graph.ts';
import { isFinal } from './rules/tasks/lifecycle.ts';
import { emit } from './session/emit.ts';
import {
  concludeSession,
  concludeUnresolved,
  concludeUnsteady,
  concludeInterrupted,
  type SessionEnd,
} from './session/end-session.ts';
import { planRound } from './session/plan-round.ts';
import { storeFindings, storeSnapshot } from './session/record-snapshot.ts';
import { restoreState } from './session/restore-state.ts';
import type { SessionContext, RepairServices, SessionState } from './session/session.ts';
import { type SnapshotRequest, collectSnapshot } from './session/collect-snapshot.ts';
import { tryNullChange } from './session/try-null-change.ts';
import { verifyEnd } from './session/verify-end.ts';
import { workOnTasks } from './session/work-on-tasks.ts';

export interface SessionStart {
  readonly tree: Sha;
  /** What the result is a change of, for people: the tree without what was merged into it. */
  readonly home: Sha;
  /** What must be done before the engines can say anything, such as resolving a conflict. */
  readonly first: readonly NewTask[];
  /** What is asked for beside their findings, such as a review. */
  readonly beside: readonly NewTask[];
  /** What to work on where the engines find nothing to repair at the start, such as checks that failed elsewhere. */
  readonly instead: readonly NewTask[];
}

/** Repairs a tree: engines, tasks, attempts and checkpoints, until nothing is left that an agent can repair. */
export async function runSession(
  deps: RepairServices,
  session: SessionContext,
  begin: SessionStart,
): Promise<SessionEnd> {
  await emit(deps, session, { type: 'run_started', payload: { tree: begin.tree } });
  const state = await restoreState(deps, session, begin.tree);
  const checkpoints = await checkpointsBefore(deps, session);
  const course: SessionCourse = { deps, session, state, snapshots: [], checkpoints };
  const ground = await workOnFirstTasks(course, begin);
  if (ground === undefined) {
    if (wasInterrupted(session)) return concludeInterrupted(deps, session, course);
    return concludeUnresolved(deps, session, { ...course, begin: begin.tree });
  }
  const found = await snapshotTree(course, { stage: 'start', tree: ground });
  const steadied = await steadyBeforePaying(course, begin, found);
  if (wasInterrupted(session)) return concludeInterrupted(deps, session, course);
  const { start, stop } = steadied;
  if (stop !== undefined)
    return concludeUnsteady(deps, session, { ...course, begin: begin.tree, stop });
  course.snapshots.splice(0, 1, start);
  if (state.tree !== ground)
    await snapshotTree(course, { stage: nextStage(course), tree: state.tree });
  const isClean = describeSnapshot(start).toRepair === 0;
  await repairInRounds(course, isClean ? [...begin.beside, ...begin.instead] : begin.beside);
  if (wasInterrupted(session)) return concludeInterrupted(deps, session, course);
  const last = course.snapshots.at(-1) ?? start;
  const end =
    last.tree === state.tree
      ? last
      : await snapshotTree(course, { stage: nextStage(course), tree: state.tree });
  const verified = await verifyEnd(deps, session, {
    start,
    end,
    // What came first is part of the start, so it cannot be taken out.
    accepted: state.accepted.filter(({ taskId }) => !begin.first.some(({ id }) => id === taskId)),
    look: (tree) => snapshotTree(course, { stage: nextStage(course), tree, before: start }),
  });
  if (verified === undefined) return concludeInterrupted(deps, session, course);
  await storeFindings(deps, session, { ...verified.end, stage: 'final' });
  return concludeSession(deps, session, {
    ...course,
    begin: begin.tree,
    home: begin.home,
    verified,
  });
}

function wasInterrupted({ check: { signal } }: SessionContext): boolean {
  return signal?.aborted === true;
}

interface SessionCourse {
  readonly deps: RepairServices;
  readonly session: SessionContext;
  readonly state: SessionState;
  /** All that were taken, in their order. */
  readonly snapshots: FindingsSnapshot[];
  /** How many there were, those of a worker that died included. */
  checkpoints: number;
}

/** The tree that all later ones are held against; undefined: what must be done before could not be done. */
async function workOnFirstTasks(
  { deps, session, state }: SessionCourse,
  { tree, first }: SessionStart,
): Promise<Sha | undefined> {
  if (first.length === 0) return tree;
  const treeAfter = (): Sha | undefined => {
    const done = first.map(({ id }) => state.accepted.findLast(({ taskId }) => taskId === id));
    return done.includes(undefined) ? undefined : done.at(-1)?.tree;
  };
  const before = treeAfter();
  if (before !== undefined) return before;
  await storePlannedTasks(deps, session, { batch: 'first', tasks: first });
  const at = deps.clock.now();
  const snapshot = { stage: 'start', tree, at, durationMs: 0, runs: [] };
  await workOnTasks(deps, session, { state, snapshot });
  return treeAfter();
}

/** The start without what differs though nothing was changed; what costs nothing is not asked twice. */
async function steadyBeforePaying(
  { deps, session, state }: SessionCourse,
  { beside, instead }: SessionStart,
  start: FindingsSnapshot,
): Promise<Steadied> {
  const isAsked = describeSnapshot(start).toRepair + beside.length + instead.length > 0;
  const mayPay = session.settings.order.some((id) => deps.agents.find(id)?.kind !== 'fixes');
  if (!isAsked || !mayPay) return { start, noise: [], stop: undefined };
  const isMoreAsked = beside.length > 0;
  const steadied = await tryNullChange(deps, session, { start, isMoreAsked });
  const { noise, stop } = steadied;
  state.noise = noise;
  if (noise.length > 0 || stop !== undefined)
    await emit(deps, session, {
      type: 'null_change',
      level: 'warn',
      payload: { noise: [...noise] },
    });
  return steadied;
}

/** Round by round: what is planned is worked on, and what the engines say afterwards is planned again. */
async function repairInRounds(
  course: SessionCourse,
  beside: SessionStart['beside'],
): Promise<void> {
  const { deps, session, state } = course;
  for (let number = 1; !session.stop.aborted; number += 1) {
    const snapshot = course.snapshots.at(-1);
    if (snapshot === undefined) return;
    const existing = await deps.runs.listTasks(session.run.id);
    const tasks = planRound(deps, session, { snapshot, existing, number, beside });
    await storePlannedTasks(deps, session, { batch: `round-${number}`, tasks });
    const isOpen = existing.some(({ status }) => !isFinal(status));
    if (tasks.length === 0 && !isOpen) return;
    const why = await workOnTasks(deps, session, { state, snapshot });
    if (why === 'stopped') return;
    if (state.acceptedSince > 0) {
      await snapshotTree(course, { stage: nextStage(course), tree: state.tree });
    }
  }
}

async function storePlannedTasks(
  deps: RepairServices,
  session: SessionContext,
  { batch, tasks }: { readonly batch: string; readonly tasks: readonly NewTask[] },
): Promise<void> {
  if (tasks.length === 0) return;
  const { id: runId } = session.run;
  const added = await deps.runs.addTasks({ runId, batch, tasks, now: deps.clock.now() });
  if (added.kind === 'refused') {
    const problems = added.problems.map((problem) => describeGraphProblem(problem)).join('; ');
    throw new Error(`The plan ${batch} cannot be stored: ${problems}`);
  }
  deps.session.planned(tasks);
  await emit(deps, session, { type: 'tasks_planned', payload: { batch, count: tasks.length } });
}

interface TreeToSnapshot extends Pick<SnapshotRequest, 'stage' | 'tree'> {
  /** Without a change that was taken out, what it had repaired is there again, and known from then. */
  readonly before?: FindingsSnapshot;
}

/** Runs all engines on a tree and holds what they say against what was known. */
async function snapshotTree(
  { deps, session, state, snapshots }: SessionCourse,
  { stage, tree, before = snapshots.at(-1) }: TreeToSnapshot,
): Promise<FindingsSnapshot> {
  const progress = deps.session.collecting(stage);
  const snapshot = await collectSnapshot({ ...deps, progress }, session, { stage, tree, before });
  snapshots.push(snapshot);
  state.acceptedSince = 0;
  state.lastSnapshotAt = snapshot.at;
  // Engines that were stopped found nothing; what is recorded once is never recorded better.
  if (session.check.signal?.aborted !== true) await storeSnapshot(deps, session, snapshot);
  return snapshot;
}

/** Names one that the run does not have yet. */
function nextStage(course: SessionCourse): string {
  course.checkpoints += 1;
  return `checkpoint-${course.checkpoints}`;
}

async function checkpointsBefore(
  { runs }: RepairServices,
  { run }: SessionContext,
): Promise<number> {
  const counts = await runs.countFindings(run.id);
  const numbers = counts.map(({ stage }) => Number(/^checkpoint-(\d+)$/.exec(stage)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}
