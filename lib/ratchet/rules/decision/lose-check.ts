import type { WorkspaceState } from '#model/workspace.ts';

/** Forgets a check whose worker was lost. Its head is checked once more, and not again: it may be what kills workers. */
export function loseCheck(state: WorkspaceState): WorkspaceState {
  const { check, ...rest } = state;
  if (check === undefined || rest.lostCheckOf === check.headSha) return rest;
  const { checkedSha: _, ...unchecked } = rest;
  return { ...unchecked, lostCheckOf: check.headSha };
}
