import type { Task } from '#model/task.ts';
import type { SessionContext, RepairServices } from './session.ts';

export interface KeptLease {
  /** Fires when the session stops, or when another worker holds the task by now. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

/** Renews the lease of a task while its attempt runs. */
export function keepLease(
  { runs, clock, log }: RepairServices,
  { run, settings, stop }: SessionContext,
  task: Task,
): KeptLease {
  const over = new AbortController();
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.sleep(settings.leaseMs / 3, over.signal);
      if (over.signal.aborted) return;
      const until = clock.now() + settings.leaseMs;
      const lease = { runId: run.id, taskId: task.id, fence: task.attemptNo, until };
      if ((await runs.renewLease(lease)) === 'lost') {
        lost.abort();
        return;
      }
    }
  };
  renew().catch((error: unknown) => {
    if (!over.signal.aborted) log.warn('A lease could not be renewed', { task: task.id, error });
  });
  return { signal: AbortSignal.any([stop, lost.signal]), stop: () => over.abort() };
}
