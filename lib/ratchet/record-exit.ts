import type { RunId, WorkspaceId } from '#model/ids.ts';
import { sessionSummary } from '#model/session-summary.ts';
import type { SessionKind } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { findLiveRun } from '#repair/rules/session/worker.ts';
import type { Log } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { endSession } from './rules/decision/end-session.ts';
import {
  determineCheckEnding,
  determineSessionEnding,
  type Ending,
  type WorkerFacts,
  loseCheck,
} from './rules/decision/ending.ts';
import type { WorkerControl } from './needs/launcher.ts';
import type { Change, ChangeDeps } from './change-workspace.ts';
import { settingsOfRun } from './read-settings.ts';
import { changeWithRetries, createLogEntry } from './workspace-changes.ts';

export interface ExitDeps extends ChangeDeps {
  readonly launcher: WorkerControl;
  readonly runs: Pick<RunStore, 'loadRun' | 'updateRunStatus'>;
  readonly log: Log;
  readonly metrics: Metrics;
}

interface Wanted {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
}

/** A worker that is gone is looked at twice before it is believed. */
const suspicion = 5_000;

/** Accounts for a worker that has finished without a changeset, is gone, or is out of time. */
export async function recordExit(deps: ExitDeps, { workspaceId, runId }: Wanted): Promise<void> {
  const head = await deps.workspaces.load(workspaceId);
  if (head === undefined) return;
  const facts = await readWorkerFacts(deps, head.state, runId);
  if (facts === undefined) {
    deps.log.info('The event names no session of the workspace', { workspaceId, runId });
    return;
  }
  // What is stopped and what is written down follow from one and the same ending, however long the calls between take.
  const changed = await changeWithRetries(deps, workspaceId, async ({ state }, now) => {
    const known = { ...facts, now };
    const ending = determineEnding(state, runId, known);
    await stopEndedWorker(deps, ending, known);
    const change = changeForEnding(state, runId, { ending, facts: known });
    return change && { ...change, ending };
  });
  if (changed.kind !== 'changed' || changed.answer === undefined) return;
  const { ending } = changed.answer;
  if (ending.kind === 'changed' && ending.replacesWorker) {
    deps.log.warn('Worker was lost', { sessionId: runId, workspaceId, taskRef: facts.taskRef });
  }
  if (ending.kind !== 'ended') return;
  await deps.runs.updateRunStatus({
    runId,
    status: 'aborted',
    now: deps.clock.now(),
  });
  const { outcome, reason } = ending;
  const duration = deps.clock.now() - facts.began;
  if (facts.work === 'check') {
    deps.log.info('Check ended', { runId, workspaceId, duration, outcome, reason });
    return;
  }
  deps.metrics.count('fixups_completed', 1, { outcome, kind: facts.work });
  deps.metrics.duration('fixup_duration', duration, { outcome });
  const word = { sessionId: runId, workspaceId, duration, pushed: 'no', outcome };
  deps.log.info('Fixup completed', { ...word, exitReason: reason });
}

async function stopEndedWorker(
  { launcher }: ExitDeps,
  ending: Ending,
  { taskRef, worker }: WorkerFacts,
): Promise<void> {
  const isOver = ending.kind === 'ended' || (ending.kind === 'changed' && ending.replacesWorker);
  if (taskRef === undefined || !isOver || worker === 'stopped') return;
  await launcher.stop(taskRef, 'Its session is over, or another worker takes its place.');
}

interface ExitFacts extends WorkerFacts {
  readonly work: 'check' | SessionKind;
}

/** undefined: the workspace knows of no such worker any more. */
async function readWorkerFacts(
  { launcher, runs, clock }: ExitDeps,
  state: WorkspaceState,
  runId: RunId,
): Promise<ExitFacts | undefined> {
  const target = findLiveRun(state, runId);
  if (target === undefined) return undefined;
  const { taskRef } = target;
  const described = taskRef === undefined ? undefined : await launcher.describe([taskRef]);
  const run = await runs.loadRun(runId);
  const summary = run?.summary ?? {};
  const { sentence, costUsd } = summary;
  return {
    now: clock.now(),
    work: target.kind,
    began: target.kind === 'check' ? target.startBy : target.reservedAt,
    taskRef,
    worker: (taskRef !== undefined && described?.get(taskRef)?.kind) || 'unknown',
    sentence: typeof sentence === 'string' ? sentence : undefined,
    costUsd: typeof costUsd === 'number' ? costUsd : 0,
    hasPatch: summary['patch'] !== undefined,
    unavailable: sessionSummary.shape.unavailable.catch(undefined).parse(summary['unavailable']),
    settings: settingsOfRun(run),
    suspicion,
  };
}

function determineEnding(state: WorkspaceState, runId: RunId, facts: WorkerFacts): Ending {
  if (state.session?.id === runId) return determineSessionEnding(state, state.session, facts);
  if (state.check?.id === runId) return determineCheckEnding(state.check, facts);
  return { kind: 'nothing' };
}

function changeForEnding(
  state: WorkspaceState,
  runId: RunId,
  { ending, facts }: { readonly ending: Ending; readonly facts: WorkerFacts },
): Change {
  const { now } = facts;
  if (ending.kind === 'nothing') return undefined;
  if (ending.kind === 'changed') {
    const { commands, dueAt, replacesWorker } = ending;
    const next = ending.next(state);
    return { next, commands, dueAt, ...(replacesWorker && { transition: logRelaunch(next, now) }) };
  }
  const { outcome, reason, patch = false, unavailable } = ending;
  const { check, ...withoutCheck } = state;
  if (check?.id === runId) {
    const next = outcome === 'timed-out' ? withoutCheck : loseCheck(state);
    return { next, commands: [{ kind: 'report', runId }], dueAt: now };
  }
  const snapshot = { sessionId: runId, outcome, costUsd: facts.costUsd };
  return {
    next: endSession(state, {
      outcome,
      reason,
      at: now,
      patch,
      unavailable,
      costUsd: facts.costUsd,
    }),
    transition: createLogEntry(now, {
      action: outcome === 'no-push' ? 'BREAK' : 'SESSION',
      reason,
      snapshot,
    }),
    commands: [{ kind: 'report', runId }],
    dueAt: now,
  };
}

function logRelaunch({ session }: WorkspaceState, now: number): ReturnType<typeof createLogEntry> {
  const { id: sessionId, phase, launches } = session ?? {};
  return createLogEntry(now, {
    action: 'SESSION',
    reason: 'The worker was lost, and the same run is launched again.',
    snapshot: { sessionId: sessionId ?? null, phase: phase ?? null, launches: launches ?? 0 },
  });
}
