import type { RunId, Sha, WorkspaceId } from '#model/ids.ts';
import { endSession, type EndedSession } from '../rules/decision/end-session.ts';
import { changeWithRetries, createLogEntry } from '../workspace-changes.ts';
import type { PublishDeps } from './deps.ts';

interface Named {
  readonly workspaceId: WorkspaceId;
  readonly runId: RunId;
}

/** Writes what the branch is about to become, before it becomes it, so that whoever comes after a crash recognises it. */
export async function beginPublishing(
  deps: PublishDeps,
  { workspaceId, runId }: Named,
  intendedSha: Sha | undefined,
): Promise<{ readonly kind: 'begun' } | { readonly kind: 'over'; readonly because: string }> {
  const outcome = await changeWithRetries(deps, workspaceId, ({ state, dueAt }, now) => {
    const { session } = state;
    if (session?.id !== runId) {
      return { next: undefined, over: 'Its session was cleared by somebody else.' };
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
  const answer = outcome.kind === 'unknown' ? undefined : outcome.answer;
  return answer !== undefined && 'over' in answer
    ? { kind: 'over', because: answer.over }
    : { kind: 'begun' };
}

/** Clears the session, unless somebody else did; it is told once, by whoever cleared it. */
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
    deps.log.warn('Session was cleared by somebody else', { ...fields, outcome, reason });
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
