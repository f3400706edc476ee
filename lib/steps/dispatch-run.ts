import type { RunId, WorkspaceId } from '#domain/model/ids.ts';
import type { WorkspaceCommand } from '#domain/model/message.ts';
import type { CheckSession, Session } from '#domain/model/session.ts';
import type { Observation } from '#domain/model/observation.ts';
import type { WorkspaceHead, WorkspaceState } from '#domain/model/workspace.ts';
import { clearSession } from '#domain/ratchet/clear-session.ts';
import { isEnabled } from '#domain/ratchet/switch.ts';
import type { Forge } from '#ports/forge.ts';
import type { Launcher } from '#ports/launcher.ts';
import type { Log } from '#ports/log.ts';
import type { Metrics } from '#ports/metrics.ts';
import type { RunStore } from '#ports/run-store.ts';
import { type BriefDeps, prepareRun } from './dispatch/prepare-run.ts';
import { waitForRoom } from './dispatch/wait-for-room.ts';
import type { Change, ChangeDeps } from './change-workspace.ts';
import { ratchetSettingsOf, readSettings } from './read-settings.ts';
import { settingsOfRun } from './settings-of-run.ts';
import { changeSurely, logEntry } from './workspace-changes.ts';

export interface DispatchDeps extends ChangeDeps, BriefDeps {
  readonly forge: BriefDeps['forge'] & Pick<Forge, 'look'>;
  readonly runs: BriefDeps['runs'] & Pick<RunStore, 'loadRun'>;
  readonly launcher: Pick<Launcher, 'launch' | 'stop'>;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'count'>;
  /** At least 0 and below 1. */
  readonly random: () => number;
}

interface Wanted {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
}

/** Launches the worker of a session or of a check. Done twice, it starts one worker; without room for it, the next look asks again. */
export async function dispatchRun(deps: DispatchDeps, wanted: Wanted): Promise<void> {
  const { workspaceId, runId } = wanted;
  const head = await deps.workspaces.load(workspaceId);
  const target = head && targetOf(head.state, runId);
  if (head === undefined || target === undefined || !isOpen(target)) {
    deps.log.info('Nothing to launch', { workspaceId, runId });
    return;
  }
  // Whoever may have been launched already is asked for first: nobody is left to work on unseen.
  if (target.phase !== 'reserved') return launch(deps, wanted, target);
  const refusal = await whyNot(deps, head.state, target);
  if (refusal !== undefined) {
    await giveUp(deps, wanted, { outcome: 'cancelled', reason: refusal });
    return;
  }
  await prepareRun(deps, head.state, target);
  const launching = await changeSurely(deps, workspaceId, ({ state }, now) =>
    toLaunching(state, runId, now),
  );
  const claimed = launching.kind === 'unknown' ? undefined : targetOf(launching.head.state, runId);
  if (claimed !== undefined && isOpen(claimed)) await launch(deps, wanted, claimed);
  if (claimed === undefined) await endCheck(deps, wanted);
}

/** Its check may just have been started at the forge, after whoever forgot it had ended it. */
async function endCheck({ queue }: DispatchDeps, { workspaceId, runId }: Wanted): Promise<void> {
  const command = { kind: 'report', runId } as const;
  await queue.send([{ kind: 'command', schemaVersion: 1, workspaceId, command }]);
}

type Target = Session | CheckSession;

function targetOf({ session, check }: WorkspaceState, runId: RunId): Target | undefined {
  return [session, check].find((one) => one?.id === runId);
}

/** Reserved, or launched by somebody who died before he could say whom. */
function isOpen({ phase, taskRef }: Target): boolean {
  if (phase === 'reserved') return true;
  return taskRef === undefined && (phase === 'launching' || phase === 'running');
}

/** What changed between the decision and now. */
async function whyNot(
  deps: DispatchDeps,
  state: WorkspaceState,
  target: Target,
): Promise<string | undefined> {
  const { observation, switched, pullRequest } = state;
  if ('cancelled' in target && target.cancelled !== undefined) return target.cancelled;
  if (observation === undefined) return 'Nothing is known about the pull request any more.';
  const read = await readSettings(deps, pullRequest, observation.baseSha);
  if (read.kind === 'broken') return `ratchetr.yaml cannot be used: ${read.problem}`;
  const labels = await labelsNow(deps, state, observation);
  if (labels === undefined) return 'The pull request is gone.';
  const facts = { labels, switchedTo: switched?.to ?? null };
  const enabled = isEnabled(facts, ratchetSettingsOf(read.config));
  return enabled ? undefined : 'The ratchet was switched off before the worker was launched.';
}

/** The newest look may be older than a label that switches it off. Where nothing moved since, a short reading says so. */
async function labelsNow(
  { forge }: Pick<DispatchDeps, 'forge'>,
  { pullRequest, light }: WorkspaceState,
  { labels }: Pick<Observation, 'labels'>,
): Promise<string[] | undefined> {
  const [reading] = await forge.look(pullRequest, [{ pullRequest, light }]);
  switch (reading?.kind) {
    case 'seen':
      return [...reading.facts.labels];
    case 'same':
      return labels;
    case 'gone':
      return undefined;
    case 'later':
    case undefined:
      throw new Error(`Whether it is still switched on cannot be read: ${reading?.reason ?? ''}`);
  }
}

function toLaunching(state: WorkspaceState, runId: RunId, now: number): Change {
  const launching = <Kind extends Target>(target: Kind): Kind => ({
    ...target,
    phase: 'launching',
    launches: target.phase === 'reserved' ? target.launches + 1 : target.launches,
    startBy: Math.max(target.startBy, now),
  });
  const { session, check } = state;
  if (session?.id === runId && session.phase === 'reserved') {
    return kept({ ...state, session: launching(session) }, now);
  }
  if (check?.id === runId && check.phase === 'reserved') {
    return kept({ ...state, check: launching(check) }, now);
  }
  return undefined;
}

/** The next look stays where it was decided: within a tick, so that a lost worker is noticed. */
function kept(next: WorkspaceState, now: number): Change {
  return { next, commands: [], dueAt: now + 60_000 };
}

async function launch(deps: DispatchDeps, wanted: Wanted, target: Target): Promise<void> {
  const { workspaceId, runId } = wanted;
  const kind = 'headBefore' in target ? 'fixup' : 'check';
  const number = target.launches;
  const outcome = await deps.launcher.launch({ runId, kind, number, workspaceId });
  deps.metrics.count('launches', 1, { outcome: outcome.kind });
  if (outcome.kind === 'later') {
    deps.log.info('No room for a worker', { workspaceId, runId, reason: outcome.reason });
    const settings = settingsOfRun(await deps.runs.loadRun(runId));
    await changeSurely(deps, workspaceId, ({ state }, now) =>
      waitForRoom(state, { runId, now, settings, random: deps.random() }),
    );
    return;
  }
  if (outcome.kind === 'refused') {
    await giveUp(deps, wanted, { outcome: 'never-started', reason: outcome.reason });
    return;
  }
  const { taskRef } = outcome;
  const noted = await changeSurely(deps, workspaceId, (head, now) =>
    withTaskRef(head, { runId, taskRef, now }),
  );
  if (noted.kind === 'unknown' || targetOf(noted.head.state, runId) === undefined) {
    await deps.launcher.stop(taskRef, 'Its session is over.');
    return;
  }
  const fields = { workspaceId, taskRef };
  if ('kind' in target) {
    deps.log.info('Fixup launched', { sessionId: runId, issue: target.kind, ...fields });
  } else {
    deps.log.info('Check launched', { runId, ...fields });
  }
}

function withTaskRef(
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

/** A session that never got a worker is cleared, a check is forgotten. */
async function giveUp(
  deps: DispatchDeps,
  { workspaceId, runId }: Wanted,
  ended: { readonly outcome: 'cancelled' | 'never-started'; readonly reason: string },
): Promise<void> {
  await changeSurely(deps, workspaceId, ({ state }, now) => {
    const { check, ...rest } = state;
    if (check?.id === runId) {
      return { next: rest, commands: [{ kind: 'report', runId }], dueAt: now };
    }
    if (state.session?.id !== runId) return undefined;
    const snapshot = { sessionId: runId, outcome: ended.outcome };
    return {
      next: clearSession(state, { ...ended, at: now }),
      transition: logEntry(now, { action: 'BREAK', reason: ended.reason, snapshot }),
      commands: [{ kind: 'report' }],
      dueAt: now,
    };
  });
  deps.log.warn('Fixup was not launched', { sessionId: runId, workspaceId, ...ended });
}
