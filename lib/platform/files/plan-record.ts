import { join } from 'node:path';
import type { TimeSource } from '#base/needs/clock.ts';
import type { PlanHost } from '#repair/needs/repair-host.ts';
import { openPlanJournal } from './plan-journal.ts';
import { createSnapshots } from './snapshots.ts';

/** Opens what executions of plans keep, in a folder of each. */
export function createOpenRecord(deps: { readonly clock: TimeSource }): PlanHost['openRecord'] {
  return async (folder) => {
    const journal = await openPlanJournal(journalIn(folder));
    const snapshots = createSnapshots({ ...deps, folder: snapshotsIn(folder) });
    return { journal, snapshots, close: () => journal.close() };
  };
}

export function journalIn(folder: string): string {
  return join(folder, 'journal.jsonl');
}

export function snapshotsIn(folder: string): string {
  return join(folder, 'snapshots');
}
