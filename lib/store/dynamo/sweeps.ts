import type { RunId } from '#model/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import { repairTaskItems } from './repairs.ts';
import type { RepairContext, Sweeps } from './run-context.ts';
import { queryTaskItems, type TaskItem } from './task-items.ts';

export interface SweepOptions {
  readonly clock: TimeSource;
  /** It costs a read of every task, so all idle claimers of a process share one for this long. */
  readonly sweepEveryMs: number;
}

interface SharedRead {
  readonly startedAt: number;
  readonly items: Promise<readonly TaskItem[]>;
}

/** Reads all tasks strongly, repairs what died half-way, and lets others use the answer for a moment. */
export function shareSweeps(context: RepairContext, { clock, sweepEveryMs }: SweepOptions): Sweeps {
  const reads = new Map<RunId, SharedRead>();
  return {
    read: (runId, now) => {
      const startedAt = clock.now();
      const last = reads.get(runId);
      if (last !== undefined && startedAt - last.startedAt < sweepEveryMs) return last.items;
      const items = sweepRunItems(context, runId, now);
      reads.set(runId, { startedAt, items });
      items.catch(() => reads.delete(runId));
      return items;
    },
  };
}

async function sweepRunItems(
  context: RepairContext,
  runId: RunId,
  now: number,
): Promise<readonly TaskItem[]> {
  const items = await queryTaskItems(context.table, runId);
  const repaired = await repairTaskItems(context, items, now);
  return repaired > 0 ? queryTaskItems(context.table, runId) : items;
}
