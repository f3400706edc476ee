import type { CapacityPool } from '#store/dynamo/capacity.ts';
import { type ExitDeps, recordExit } from '#ratchet/record-exit.ts';
import type { TaskExit } from './read-exit.ts';

export interface AccountDeps extends ExitDeps {
  readonly places: Pick<CapacityPool, 'free'>;
}

/** Accounts for a worker that is over, and for the place that it took. */
export async function accountForExit(deps: AccountDeps, exit: TaskExit): Promise<void> {
  if (exit.kind === 'of-no-concern') return;
  const { task } = exit;
  // A worker that said its last word is forgotten before its task stops, and then nobody asks after it any more.
  if (task !== undefined) await deps.places.free([task.taskRef]);
  await recordExit(deps, exit);
  if (task !== undefined) deps.metrics.count('workers_stopped', 1, { kind: task.stopCode });
}
