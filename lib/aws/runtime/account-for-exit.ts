import type { CapacityPool } from '#store/dynamo/capacity.ts';
import { type ExitDeps, recordExit } from '#ratchet/record-exit.ts';
import type { TaskExit } from './read-exit.ts';

export interface ExitServices extends ExitDeps {
  readonly places: Pick<CapacityPool, 'free'>;
}

/** Records that a worker is over, and frees the slot that it took. */
export async function accountForExit(deps: ExitServices, exit: TaskExit): Promise<void> {
  if (exit.kind === 'of-no-concern') return;
  const { task } = exit;
  // The workspace of a worker that sent its result forgets it before its task stops, so nothing else frees the slot.
  if (task !== undefined) await deps.places.free([task.taskRef]);
  await recordExit(deps, exit);
  if (task !== undefined) deps.metrics.count('workers_stopped', 1, { kind: task.stopCode });
}
