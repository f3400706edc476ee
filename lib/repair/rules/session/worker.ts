import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { ArtifactKey } from '#model/artifact.ts';
import type { JudgingSummary } from '#model/judging.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { LiveRun } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { leaveBehind } from './leave-behind.ts';

export interface WorkerStart {
  readonly runId: RunId;
  /** What this worker alone says. */
  readonly nonce: string;
  readonly now: number;
}

/** What keeps a worker from starting, or from being heard at the end. */
export type WorkerRefusal = 'cancelled' | 'late' | 'not-at-work' | 'superseded' | 'wrong-phase';

export interface StartedWorker {
  readonly next: WorkspaceState;
  readonly fence: number;
  readonly deadline: number;
  /** It was told so before: nothing changes. */
  readonly isRepeated: boolean;
}

/** Whether a worker may begin: one for each launch, before it is too late. */
export function applyWorkerStart(
  state: WorkspaceState,
  start: WorkerStart,
): Outcome<StartedWorker, WorkerRefusal> {
  const { runId, nonce, now } = start;
  const session = findLiveRun(state, runId);
  if (session === undefined) return notAtWork(state, runId);
  const { phase, deadline, startBy, fence } = session;
  const cancelled = cancellationOf(session);
  if (cancelled !== undefined) {
    return refuse('cancelled', `${runId} was cancelled: ${cancelled}`);
  }
  if (phase === 'running' && session.nonce === nonce) {
    return ok({ next: state, fence, deadline, isRepeated: true });
  }
  if (phase !== 'launching') {
    return refuse('wrong-phase', `${runId} is ${phase}, so no worker may start for it`);
  }
  if (now >= startBy) return refuse('late', `A worker of ${runId} had to start earlier`);
  const next = withWorker(state, runId, { phase: 'running', nonce, fence: fence + 1 });
  return ok({ next, fence: fence + 1, deadline, isRepeated: false });
}

export interface WorkerEnd {
  readonly runId: RunId;
  /** The number that the worker was given when it started. */
  readonly fence: number;
  readonly changeset?: ArtifactKey | undefined;
  readonly question?: string | undefined;
  /** What a check found of changes to how the code is judged. */
  readonly judging?: JudgingSummary | undefined;
  readonly now: number;
}

export type FinishedWorker =
  | { readonly kind: 'finished'; readonly next: WorkspaceState; readonly command: WorkspaceCommand }
  /** Its result was received before. */
  | { readonly kind: 'repeated' };

/** Whether the result of a worker counts, and what follows from it. */
export function applyWorkerEnd(
  state: WorkspaceState,
  end: WorkerEnd,
): Outcome<FinishedWorker, WorkerRefusal> {
  const { runId, fence, now } = end;
  const session = findLiveRun(state, runId);
  if (session === undefined) return notAtWork(state, runId);
  const { phase, deadline } = session;
  if (session.fence !== fence) return refuse('superseded', `Another worker speaks for ${runId}`);
  if (phase === 'finished' || phase === 'publishing') return ok({ kind: 'repeated' });
  if (phase !== 'running') return refuse('wrong-phase', `${runId} is ${phase}`);
  if (now >= deadline) return refuse('late', `${runId} had to finish earlier`);
  return ok(
    state.session?.id === runId ? finishSession(state, end) : finishCheckWorker(state, end),
  );
}

function finishSession(
  state: WorkspaceState,
  { runId, changeset, question }: WorkerEnd,
): FinishedWorker {
  const { question: _, ...finished } = withWorker(state, runId, { phase: 'finished', changeset });
  // A plan that went through without it asks it no more.
  const next = question === undefined ? finished : { ...finished, question };
  const kind = changeset === undefined ? 'exit' : 'publish';
  return { kind: 'finished', next, command: { kind, runId } };
}

/** Nothing follows from a check but what people see, and that its worker is to be gone soon. */
function finishCheckWorker(
  { check, ...rest }: WorkspaceState,
  { runId, judging }: WorkerEnd,
): FinishedWorker {
  const next =
    check === undefined
      ? rest
      : {
          ...rest,
          leftovers: leaveBehind(rest, check),
          ...(judging && { judging: { ...judging, headSha: check.headSha, runId } }),
        };
  return { kind: 'finished', next, command: { kind: 'report', runId } };
}

/** The worker of a run, whether it repairs or checks. */
export function findLiveRun({ session, check }: WorkspaceState, id: RunId): LiveRun | undefined {
  return [session, check].find((one) => one?.id === id);
}

/** The head that it works on. */
export function headOf(run: LiveRun): Sha {
  return run.kind === 'check' ? run.headSha : run.headBefore;
}

/** Why nothing of it may be published any more. A check publishes nothing, so it is never called off. */
export function cancellationOf(run: LiveRun): string | undefined {
  return run.kind === 'check' ? undefined : run.cancelled;
}

function withWorker(
  state: WorkspaceState,
  id: RunId,
  change:
    | { readonly phase: 'running'; readonly nonce: string; readonly fence: number }
    | SessionEnd,
): WorkspaceState {
  const { session, check } = state;
  if (session?.id === id) return { ...state, session: { ...session, ...change } };
  if (check === undefined || change.phase !== 'running') return state;
  return { ...state, check: { ...check, ...change } };
}

interface SessionEnd {
  readonly phase: 'finished';
  readonly changeset: ArtifactKey | undefined;
}

function notAtWork({ id }: WorkspaceState, runId: RunId): Outcome<never, 'not-at-work'> {
  return refuse('not-at-work', `${runId} is not at work on ${id} any more`);
}
