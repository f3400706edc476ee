import type { Observation } from '#model/observation.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { resetFixupAttempts } from './attempts.ts';
import { clearStaleCiSince } from './stale-ci.ts';

/** A head that we pushed, or that our update of the branch from its base made. */
export function isOurHead(
  { pushes, updatedFrom }: WorkspaceState,
  { headSha, headParents }: Observation,
): boolean {
  if (pushes.some(({ sha }) => sha === headSha)) return true;
  const [parent] = headParents;
  return headParents.length === 2 && parent !== undefined && parent === updatedFrom?.headSha;
}

/** Other people moved the branch: what we tried before says nothing about it. */
export function acceptExternalPush(state: WorkspaceState, now: number): WorkspaceState {
  return forgetOurPush(resetFixupAttempts(state), now);
}

/** Taking back what we did is no work that would be worth new attempts. */
export function acceptRevert(state: WorkspaceState, now: number): WorkspaceState {
  return forgetOurPush(state, now);
}

function forgetOurPush(state: WorkspaceState, now: number): WorkspaceState {
  const { reviewLeft: _, ...rest } = clearStaleCiSince(state);
  return { ...rest, lastPushAt: now };
}

const catchingUp = 60_000;

/** Right after our push a forge may still tell of the head before it, and of nothing that counts any more. */
export function isBehindOurPush(
  { lastSession }: WorkspaceState,
  headSha: Observation['headSha'] | undefined,
  now: number,
): boolean {
  if (lastSession?.outcome !== 'pushed' || lastSession.headBefore !== headSha) return false;
  return now - lastSession.at < catchingUp;
}
