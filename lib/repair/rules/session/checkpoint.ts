export interface CheckpointRule {
  readonly everyTasks: number;
  readonly everyMs: number;
}

/** Whether all engines should run again: after so many accepted changes, or so long with at least one. */
export function isCheckpointDue(
  { everyTasks, everyMs }: CheckpointRule,
  since: { readonly accepted: number; readonly lastAt: number },
  now: number,
): boolean {
  if (since.accepted === 0) return false;
  return since.accepted >= everyTasks || now - since.lastAt >= everyMs;
}
