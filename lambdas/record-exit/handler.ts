import { createDynamoCapacityPool } from '#store/dynamo/capacity-pool.ts';
import { accountForExit } from '#aws/runtime/account-for-exit.ts';
import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openWorkers } from '#aws/runtime/open-launcher.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { parseTaskExit } from '#aws/runtime/read-exit.ts';
import { serveQueue } from '#aws/runtime/serve-queue.ts';
import { readEnvironment } from '#config/env.ts';

const control = openControl(readEnvironment(), 'record-exit');
const deps = {
  ...control,
  ...openRuns(control),
  launcher: openWorkers(control),
  places: createDynamoCapacityPool(control.table, 0),
};

/** Accounts for workers that are over: told by a command of ours, or by the task that stopped. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read: parseTaskExit,
    handle: async (exit) => {
      await accountForExit(deps, exit);
      return 'done';
    },
  });
}
