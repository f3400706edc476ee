import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { LiveRun } from '#model/session.ts';
import type { WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import { cancellationOf, findLiveRun } from '#repair/rules/session/worker.ts';
import { endSession } from './rules/decision/end-session.ts';
import type { DispatchDeps } from './dispatch/deps.ts';
import { prepareRun } from './dispatch/prepare-run.ts';
import { waitForCapacity } from './dispatch/wait-for-capacity.ts';
import { whyNoLaunch, whyPaused } from './dispatch/why-no-launch.ts';
import type { Change } from './change-workspace.ts';
import { settingsOfRun } from './read-settings.ts';
import { changeWithRetries, createLogEntry } from './workspace-changes.ts';

interface Wanted {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
}

/** Launches the worker of a session or of a check. Done twice, it starts one worker; without room for it, the next look asks again. */
export async function dispatchRun(deps: DispatchDeps, wanted: Wanted): Promise<void> {
  const { workspaceId, runId } = wanted;
  const head = await deps.workspaces.load(workspaceId);
  const target = head && findLiveRun(head.state, runId);
  if (head === undefined || target === undefined || !awaitsLaunch(target)) {
    deps.log.info('Nothing to launch', { workspaceId, runId });
    return;
  }
  // A worker that runs was launched before: asked for once more, it is only found, and none works on unseen.
  if (target.phase === 'running') return launchWorker(deps, wanted, target);
  const refusal = await findReasonAgainst(deps, head.state, target);
  if (refusal !== undefined) {
    await giveUpLaunch(deps, wanted, { outcome: 'cancelled', reason: refusal });
    return;
  }
  if (target.phase === 'launching') return launchWorker(deps, wanted, target);
  await prepareRun(deps, head.state, target);
  // Preparing takes its time, and a pause may have come meanwhile.
  const paused = await whyPaused(deps, head.state);
  if (paused !== undefined) {
    await giveUpLaunch(deps, wanted, { outcome: 'cancelled', reason: paused });
    return;
  }
  const launching = await changeWithRetries(deps, workspaceId, ({ state }, now) =>
    markLaunching(state, runId, now),
  );
  const claimed =
    launching.kind === 'unknown' ? undefined : findLiveRun(launching.head.state, runId);
  if (claimed !== undefined && awaitsLaunch(claimed)) await launchWorker(deps, wanted, claimed);
  if (claimed === undefined) await queueCheckReport(deps, wanted);
}

/** Another process may have forgotten the check and ended it, just before it was started at the forge. */
async function queueCheckReport(
  { queue }: DispatchDeps,
  { workspaceId, runId }: Wanted,
): Promise<void> {
  const command = { kind: 'report', runId } as const;
  await queue.send([{ kind: 'command', schemaVersion: 1, workspaceId, command }]);
}

/** Reserved, or launched by a process that crashed before it recorded the worker. */
function awaitsLaunch({ phase, taskRef }: LiveRun): boolean {
  if (phase === 'reserved') return true;
  return taskRef === undefined && (phase === 'launching' || phase === 'running');
}

/** What was cancelled may have an unknown worker: launching it again finds that worker, where a launch is allowed. */
async function findReasonAgainst(
  deps: DispatchDeps,
  state: WorkspaceState,
  target: LiveRun,
): Promise<string | undefined> {
  const cancelled = cancellationOf(target);
  if (cancelled !== undefined && target.phase === 'reserved') return cancelled;
  return whyNoLaunch(deps, state, target);
}

function markLaunching(state: WorkspaceState, runId: RunId, now: number): Change {
  const launching = <Kind extends LiveRun>(target: Kind): Kind => ({
    ...target,
    phase: 'launching',
    launches: target.phase === 'reserved' ? target.launches + 1 : target.launches,
    startBy: Math.max(target.startBy, now),
  });
  const { session, check } = state;
  if (session?.id === runId && session.phase === 'reserved') {
    return lookWithinAMinute({ ...state, session: launching(session) }, now);
  }
  if (check?.id === runId && check.phase === 'reserved') {
    return lookWithinAMinute({ ...state, check: launching(check) }, now);
  }
  return undefined;
}

/** The next look stays where it was decided: within a tick, so that a lost worker is noticed. */
function lookWithinAMinute(next: WorkspaceState, now: number): Change {
  return { next, commands: [], dueAt: now + 60_000 };
}

async function launchWorker(deps: DispatchDeps, wanted: Wanted, target: LiveRun): Promise<void> {
  const { workspaceId, runId } = wanted;
  const kind = target.kind === 'check' ? 'check' : 'fixup';
  const number = target.launches;
  const outcome = await deps.launcher.launch({ runId, kind, number, workspaceId });
  deps.metrics.count('launches', 1, { outcome: outcome.kind });
  if (outcome.kind === 'later') {
    deps.log.info('No room for a worker', { workspaceId, runId, reason: outcome.reason });
    const settings = settingsOfRun(await deps.runs.loadRun(runId));
    await changeWithRetries(deps, workspaceId, ({ state }, now) =>
      waitForCapacity(state, { runId, now, settings, random: deps.random() }),
    );
    return;
  }
  if (outcome.kind === 'refused') {
    await giveUpLaunch(deps, wanted, { outcome: 'never-started', reason: outcome.reason });
    return;
  }
  const { taskRef } = outcome;
  const noted = await changeWithRetries(deps, workspaceId, (head, now) =>
    recordTaskRef(head, { runId, taskRef, now }),
  );
  if (noted.kind === 'unknown' || findLiveRun(noted.head.state, runId) === undefined) {
    await deps.launcher.stop(taskRef, 'Its session is over.');
    return;
  }
  const fields = { workspaceId, taskRef };
  if (target.kind === 'check') {
    deps.log.info('Check launched', { runId, ...fields });
  } else {
    deps.log.info('Fixup launched', { sessionId: runId, issue: target.kind, ...fields });
  }
}

function recordTaskRef(
  { state, dueAt }: WorkspaceHead,
  {
    runId,
    taskRef,
    now,
  }: { readonly runId: RunId; readonly taskRef: string; readonly now: number },
): Change {
  const { session, check } = state;
  const due = Math.min(dueAt ?? Infinity, now + 60_000);
  if (session?.id === runId && session.taskRef === undefined) {
    const isOver = session.cancelled !== undefined;
    const commands: WorkspaceCommand[] = isOver ? [{ kind: 'exit', runId }] : [];
    return { next: { ...state, session: { ...session, taskRef } }, commands, dueAt: due };
  }
  if (check?.id === runId && check.taskRef === undefined) {
    return { next: { ...state, check: { ...check, taskRef } }, commands: [], dueAt: due };
  }
  return undefined;
}

/** A session that never got a worker is cleared, a check is forgotten; one that got a worker meanwhile is neither. */
async function giveUpLaunch(
  deps: DispatchDeps,
  { workspaceId, runId }: Wanted,
  ended: { readonly outcome: 'cancelled' | 'never-started'; readonly reason: string },
): Promise<void> {
  await changeWithRetries(deps, workspaceId, ({ state }, now) => {
    const target = findLiveRun(state, runId);
    if (target === undefined || target.taskRef !== undefined || target.phase === 'running')
      return undefined;
    if (target.kind === 'check') {
      const commands: WorkspaceCommand[] = [{ kind: 'report', runId }];
      return { next: forgetCheck(state, ended.outcome), commands, dueAt: now };
    }
    const snapshot = { sessionId: runId, outcome: ended.outcome };
    return {
      next: forgetShortReading(endSession(state, { ...ended, at: now })),
      transition: createLogEntry(now, { action: 'BREAK', reason: ended.reason, snapshot }),
      commands: [{ kind: 'report' }],
      dueAt: now,
    };
  });
  deps.log.warn('Fixup was not launched', { sessionId: runId, workspaceId, ...ended });
}

/** What may not be launched now may be later: only a launch that cannot succeed counts as a check of its head. */
function forgetCheck(
  state: WorkspaceState,
  outcome: 'cancelled' | 'never-started',
): WorkspaceState {
  const { check: _, ...rest } = state;
  if (outcome === 'never-started') return rest;
  const { checkedSha: __, checkedConfig: ___, ...unchecked } = rest;
  return forgetShortReading(unchecked);
}

/** More is known now than the last look saw: the next one reads everything, or it would decide the same. */
function forgetShortReading(state: WorkspaceState): WorkspaceState {
  const { light: _, ...rest } = state;
  return rest;
}
