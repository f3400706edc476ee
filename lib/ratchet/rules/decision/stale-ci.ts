import type { WorkspaceState } from '#model/workspace.ts';

/** After our push: until other check executions than these appear, what CI says is about the past. */
export function setStaleCiSince(
  state: WorkspaceState,
  push: { readonly at: number; readonly runIdsBefore: readonly string[] },
): WorkspaceState {
  return { ...state, staleCiSince: push.at, lastCiRunIds: [...push.runIdsBefore] };
}

/** Checks have restarted, nothing was pushed, or the wait is over. */
export function clearStaleCiSince(state: WorkspaceState): WorkspaceState {
  const { staleCiSince: _, ...rest } = state;
  return { ...rest, lastCiRunIds: [] };
}
