import type { RunId, Sha, WorkspaceId } from '#model/ids.ts';
import { endSession, type EndedSession } from '../rules/decision/end-session.ts';
import { changeWithRetries, createLogEntry } from '../workspace-changes.ts';
import type { PublishDeps } from './deps.ts';

interface Named {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
}

/** Writes what the branch is about to become, before the push: after a crash the next publisher recognises its commit. */
export async function beginPublishing(
  deps: PublishDeps,
  { workspaceId, runId }: Named,
  intendedSha: Sha | undefined,
): Promise<{ readonly kind: 'begun' } | { readonly kind: 'over'; readonly reason: string }> {
  const outcome = await changeWithRetries(deps, workspaceId, ({ state, dueAt }, now) => {
    const { session } = state;
    if (session?.id !== runId) {
      return { next: undefined, over: 'Another process ended its session.' };
    }
    if (session.cancelled !== undefined) return { next: undefined, over: session.cancelled };
    const { intendedSha: before, ...rest } = session;
    if (session.phase === 'publishing' && before === intendedSha) return undefined;
    return {
      next: {
        ...state,
        session: { ...rest, phase: 'publishing', ...(intendedSha && { intendedSha }) },
      },
      transition: createLogEntry(now, {
        action: 'SESSION',
        reason: 'The result of the session is being published.',
        snapshot: { sessionId: runId, phase: 'publishing', intendedSha: intendedSha ?? null },
      }),
      commands: [],
      ...(dueAt !== undefined && { dueAt }),
    };
  });
  const over = outcome.kind === 'unknown' ? undefined : outcome.answer?.over;
  return over === undefined ? { kind: 'begun' } : { kind: 'over', reason: over };
}

/** Ends the session, unless another process did; only the process that ended it reports it. */
export async function clearPublished(
  deps: PublishDeps,
  { workspaceId, runId }: Named,
  ended: Omit<EndedSession, 'at'> & { readonly details?: readonly string[] },
): Promise<void> {
  const { outcome, reason, push, details = [] } = ended;
  const change = await changeWithRetries(deps, workspaceId, ({ state }, now) => {
    const { session } = state;
    if (session?.id !== runId) return undefined;
    const isPushed = outcome === 'pushed';
    return {
      next: endSession(state, { ...ended, at: now }),
      transition: createLogEntry(now, {
        action: outcome === 'no-push' ? 'BREAK' : 'SESSION',
        reason,
        snapshot: { sessionId: runId, outcome, head: push?.sha ?? null, details: [...details] },
      }),
      // What people see is brought up to date, and the branch is looked at as it is now.
      commands: [{ kind: 'report', runId }],
      dueAt: isPushed ? now + registering : now,
      cleared: { kind: session.kind, duration: now - session.reservedAt },
    };
  });
  const fields = { workspaceId, sessionId: runId };
  const cleared = change.kind === 'changed' ? change.answer?.cleared : undefined;
  if (cleared === undefined) {
    deps.log.warn('Session was ended by another process', { ...fields, outcome, reason });
    return;
  }
  const { kind, duration } = cleared;
  const pushed = outcome === 'pushed';
  deps.metrics.count('fixups_completed', 1, { outcome, kind });
  deps.metrics.duration('fixup_duration', duration, { outcome });
  deps.log.info('Fixup completed', {
    ...fields,
    duration,
    pushed: pushed ? 'yes' : 'no',
    outcome,
    ...(!pushed && { exitReason: reason }),
    ...(details.length > 0 && { details }),
  });
}

/** A forge needs some seconds until it tells of a push, and its event wakes the workspace anyway. */
const registering = 5_000;
