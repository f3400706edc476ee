import type { AttemptStart } from '#model/attempt.ts';
import type { Task } from '#model/task.ts';
import type { Agent } from '#agents/contract.ts';
import { errorMessage } from '#base/errors.ts';
import type { FindingsSnapshot } from '../rules/session/findings-snapshot.ts';
import type { AttemptAt } from '../needs/session-progress.ts';
import { type Attempted, attemptTask } from '../attempt-task.ts';
import { chooseWorker } from './choose-worker.ts';
import { emit } from './emit.ts';
import {
  acceptedVerdict,
  type Finish,
  recordAttemptEnd,
  interruptedFinish,
  rejectedFinish,
} from './finish-attempt.ts';
import { integrate } from './integrate.ts';
import { keepLease } from './keep-lease.ts';
import { noteStanding, untilReady } from './agent-standing.ts';
import type { SessionContext, RepairServices, SessionState } from './session.ts';

type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface TaskWork {
  readonly task: Task;
  readonly state: SessionState;
  readonly snapshot: FindingsSnapshot;
  /** For agents: so many at once. */
  readonly withPlace: Turns;
  /** For integration: one at a time. */
  readonly inTurn: Turns;
}

/** Sees one claimed task through: who works on it, what comes of it, and what the store is told. */
export async function workOnTask(
  deps: RepairServices,
  session: SessionContext,
  work: TaskWork,
): Promise<void> {
  const { task } = work;
  const chosen = chooseWorker(deps, session, work);
  if (chosen.kind === 'agent') {
    await runAttempt(deps, session, { ...work, agent: chosen.agent });
  } else if (chosen.kind === 'done') {
    await deps.runs.createAttempt(newAttemptStart(deps, session, { task, agentName: 'nobody' }));
    await recordAttemptEnd(deps, session, {
      task,
      finish: { outcome: 'succeeded', reason: chosen.reason },
    });
  } else {
    if (chosen.kind === 'given-up') work.state.givenUp ??= chosen.trouble;
    const reason = chosen.kind === 'given-up' ? notTried : chosen.reason;
    const change = { runId: session.run.id, taskId: task.id, now: deps.clock.now() };
    await deps.runs.updateTaskStatus({ ...change, from: ['running'], to: 'abandoned', reason });
  }
}

/** What it was is told once, at the end of the run. */
const notTried = 'No agent was able to work on it any more in this run.';

async function runAttempt(
  deps: RepairServices,
  session: SessionContext,
  work: TaskWork & { readonly agent: Agent },
): Promise<void> {
  const { task, agent, snapshot, state, withPlace } = work;
  const at: AttemptAt = { task, attemptNo: task.attemptNo, agent: agent.id };
  await deps.runs.createAttempt(newAttemptStart(deps, session, { task, agentName: agent.id }));
  await emit(deps, session, { type: 'attempt_started', task, payload: { agent: agent.id } });
  const lease = keepLease(deps, session, task);
  try {
    const { signal } = lease;
    await untilReady(deps, state.standings, { agent, signal });
    const { tree } = state;
    const startedAt = deps.clock.now();
    const stoppable = { ...session, check: { ...session.check, signal } };
    const tried = await tryTask(deps, stoppable, {
      task,
      agent,
      tree,
      snapshot,
      signal,
      withPlace,
      isOvertaken: isOvertaken(work),
      at: (stage) => deps.session.attempt(at, stage),
    });
    state.spentUsd += tried.facts.cost?.usd ?? 0;
    if (!signal.aborted) noteStanding(deps, session, { state, agent, startedAt, tried });
    const finish = await settleFinish(deps, session, { ...work, at, signal, tree, tried });
    const result = finish && (await recordAttemptEnd(deps, session, { task, finish }));
    if (result !== undefined) deps.session.ended(at, result);
  } finally {
    lease.stop();
  }
}

/** An agent that could not work has not failed at its task, unless what it made before can be judged. */
async function settleFinish(
  deps: RepairServices,
  session: SessionContext,
  made: Tried & TaskWork & { readonly at: AttemptAt; readonly signal: AbortSignal },
): Promise<Finish | undefined> {
  const { tried, signal, at, inTurn } = made;
  if (signal.aborted) return interruptedFinish(tried);
  if (tried.trouble !== undefined && tried.reasons.length > 0) {
    return interruptedFinish(tried, tried.trouble.sentence);
  }
  deps.session.attempt(at, 'integrating');
  return inTurn(() => integrateOrReject(deps, session, made));
}

function isOvertaken({ task, state }: TaskWork): boolean {
  const files = new Set(task.targets.files);
  const since = state.accepted.slice(state.accepted.length - state.acceptedSince);
  return since.some(({ paths }) => paths.some((path) => files.has(path)));
}

/** What breaks around an attempt ends the attempt, not the session. */
async function tryTask(
  deps: RepairServices,
  session: SessionContext,
  input: Omit<Parameters<typeof attemptTask>[2], 'spent'>,
): Promise<Attempted> {
  let cost: Attempted['facts']['cost'];
  const spent = (known: typeof cost): void => {
    cost = known;
  };
  try {
    return await attemptTask(deps, session, { ...input, spent });
  } catch (error) {
    const message = errorMessage(error);
    if (!input.signal.aborted) {
      deps.log.error('An attempt could not be made', { task: input.task.id, reason: message });
    }
    return {
      result: input.tree,
      reasons: [{ code: 'NOT_ATTEMPTED', sentence: `The attempt broke off: ${message}` }],
      warnings: [],
      isBlocked: false,
      paths: [],
      facts: { summary: {}, artifacts: [], ...(cost && { cost }) },
    };
  }
}

interface Tried extends TaskWork {
  readonly tree: SessionState['tree'];
  readonly tried: Attempted;
}

/** undefined: another worker holds the task by now. */
async function integrateOrReject(
  deps: RepairServices,
  session: SessionContext,
  { state, task, tree, tried }: Tried,
): Promise<Finish | undefined> {
  const { result, paths, facts } = tried;
  const [first, ...others] = tried.reasons;
  if (first !== undefined) return rejectedFinish([first, ...others], tried);
  if (result === tree) {
    return { ...facts, outcome: 'succeeded', reason: 'Another change had done it.' };
  }
  const change = { task, before: tree, result, paths };
  const integrated = await integrate(deps, session, { state, accepted: change });
  if (integrated.kind === 'lost') return undefined;
  if (integrated.kind === 'rejected') return rejectedFinish([integrated.reason], tried);
  return { ...facts, outcome: 'succeeded', verdict: acceptedVerdict(tried.warnings) };
}

function newAttemptStart(
  { clock }: RepairServices,
  { run, worker }: SessionContext,
  { task, agentName }: { readonly task: Task; readonly agentName: string },
): AttemptStart {
  const { id, attemptNo } = task;
  return { runId: run.id, taskId: id, attemptNo, worker, agentName, startedAt: clock.now() };
}
