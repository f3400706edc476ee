import type { Session } from '#model/session.ts';
import type { Push, SessionOutcome, WorkspaceState } from '#model/workspace.ts';
import { leaveBehind } from '#repair/rules/session/leave-behind.ts';
import { incrementFixupAttempts, spendFingerprint } from './attempts.ts';
import { acceptExternalPush, isOurHead } from './external-push.ts';
import { clearStaleCiSince, setStaleCiSince } from './stale-ci.ts';

export interface EndedSession {
  readonly outcome: SessionOutcome;
  /** One sentence for people. */
  readonly reason: string;
  readonly at: number;
  /** Where it pushed. `undo` is the digest of what would take it back. */
  readonly push?: Pick<Push, 'changes' | 'merged' | 'sha' | 'tree' | 'undo'>;
  /** What became of each thread that it was told of. */
  readonly threads?: readonly { readonly id: string; readonly isAddressed: boolean }[] | undefined;
  /** A verified patch is kept for a person who may push. */
  readonly patch?: boolean;
  readonly costUsd?: number;
  /** Why no agent could work, where the outcome is that. */
  readonly unavailable?: 'provider' | 'account' | undefined;
}

const remembered = 20;

/** Takes the session from a workspace and draws every consequence of how it ended. */
export function endSession(state: WorkspaceState, ended: EndedSession): WorkspaceState {
  const { session, ...rest } = state;
  if (session === undefined) throw new Error(`Workspace ${state.id} has no session to end`);
  const without: WorkspaceState = {
    ...rest,
    spentUsd: rest.spentUsd + (ended.costUsd ?? 0),
    leftovers: leaveBehind(rest, session),
    lastSession: summarizeSession(rest, session, ended),
  };
  return acceptMovedHead(applyOutcome(without, session, ended), session, ended.at);
}

function applyOutcome(
  state: WorkspaceState,
  session: Session,
  { outcome, at, push, threads }: EndedSession,
): WorkspaceState {
  const { fingerprint } = session;
  switch (outcome) {
    case 'pushed': {
      if (push === undefined) throw new Error('A session that pushed must say what');
      const counted = spendFingerprint(incrementFixupAttempts(state), fingerprint);
      if (session.kind !== 'review') return recordPush(counted, session, { ...push, at });
      const left = listLeftThreads(state, threads);
      const made = { ...push, at, ...(left.length > 0 && { left }) };
      return recordPush(recordReviewLeft(counted, left), session, made);
    }
    case 'no-push':
      return leaveToPeople(clearStaleCiSince(spendFingerprint(state, fingerprint)), session);
    case 'timed-out':
      return incrementFixupAttempts(state);
    // Nothing was tried, so the same may be tried again.
    case 'unavailable':
    case 'lost-race':
    case 'crashed':
    case 'never-started':
    case 'cancelled':
      return state;
  }
}

/** Our reply makes us the last to speak in each thread, which must not read as if anything were done. */
function leaveToPeople(state: WorkspaceState, { kind }: Session): WorkspaceState {
  return kind === 'review' ? { ...state, reviewLeft: 'to-people' } : state;
}

/** A push for a review addresses what it changed something for. */
function recordReviewLeft(state: WorkspaceState, left: readonly string[]): WorkspaceState {
  const { reviewLeft: _, ...rest } = state;
  return { ...rest, ...(left.length > 0 && { reviewLeft: 'to-people' }) };
}

/** Threads for which nothing was changed now, and those for which nothing was changed before. */
function listLeftThreads(
  { reviewLeft, observation }: WorkspaceState,
  threads: EndedSession['threads'] = [],
): string[] {
  const told = new Set(threads.map(({ id }) => id));
  const before = reviewLeft === undefined ? [] : (observation?.review.answered ?? []);
  const left = threads.filter(({ isAddressed }) => !isAddressed).map(({ id }) => id);
  return [...before.filter((id) => !told.has(id)), ...left];
}

/** While it published, it could not be told whose a new head was. Now it can. */
function acceptMovedHead(
  state: WorkspaceState,
  { phase, headBefore, intendedSha }: Session,
  now: number,
): WorkspaceState {
  const { observation } = state;
  if (phase !== 'publishing' || observation === undefined) return state;
  const isMoved = ![headBefore, intendedSha].includes(observation.headSha);
  return isMoved && !isOurHead(state, observation) ? acceptExternalPush(state, now) : state;
}

/** Checks are awaited only where there are any. */
function recordPush(
  state: WorkspaceState,
  { id: runId, kind, headBefore, headTree, runIdsBefore, heardUntil, causes }: Session,
  push: Omit<Push, 'kind' | 'heardUntil'>,
): WorkspaceState {
  const made: Push = {
    ...push,
    kind,
    runId,
    parent: headBefore,
    treeBefore: headTree,
    ...(causes && { causes }),
    ...(heardUntil !== undefined && { heardUntil }),
  };
  // What the last reading says is asked for was worked out without this push: the next one reads everything anew.
  const { light: _, ...unread } = state;
  const remembering: WorkspaceState = {
    ...unread,
    lastPushAt: push.at,
    lastPushSha: push.sha,
    pushes: [...state.pushes, made].slice(-remembered),
    treesBefore: [...state.treesBefore, headTree].slice(-remembered),
  };
  const isAwaited = runIdsBefore.length > 0 || state.observation?.ci.expected === true;
  return isAwaited
    ? setStaleCiSince(remembering, { at: push.at, runIdsBefore })
    : clearStaleCiSince(remembering);
}

const lost: ReadonlySet<SessionOutcome> = new Set(['crashed', 'never-started']);

function summarizeSession(
  { lastSession }: WorkspaceState,
  { id, kind, fingerprint, headBefore, launches }: Session,
  { outcome, reason, at, patch = false, unavailable: because }: EndedSession,
): NonNullable<WorkspaceState['lastSession']> {
  const same = lastSession?.headBefore === headBefore ? lastSession : undefined;
  const before = same?.relaunches ?? 0;
  // Each launch of it was a worker that was lost; a launch that was refused counts as one.
  const relaunches = lost.has(outcome) ? before + Math.max(1, launches) : 0;
  const times = (same?.unavailable?.times ?? 0) + 1;
  return {
    runId: id,
    kind,
    outcome,
    reason,
    at,
    fingerprint,
    headBefore,
    relaunches,
    patch,
    ...(because && { unavailable: { because, times } }),
  };
}
