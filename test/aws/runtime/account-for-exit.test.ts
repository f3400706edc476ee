import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDynamoCapacityPool } from '#store/dynamo/capacity-pool.ts';
import { createIds } from '#platform/system/ids.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import { accountForExit } from '../../../lib/aws/runtime/account-for-exit.ts';
import type { TaskExit } from '../../../lib/aws/runtime/read-exit.ts';
import { silentMetrics as metrics } from '../../github/ground.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { memoryLauncher } from '../../support/memory-launcher.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { runId, workspaceId } from '../../support/samples.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

const taskRef = 'arn:aws:ecs:us-east-1:1:task/ratchetr/abc';
const exit: TaskExit = { kind: 'of-a-run', workspaceId: workspaceId('w:1'), runId: runId('run-1') };

it('gives the place of a stopped task back, also when its run is forgotten by then', async () => {
  const table = await freshTable(endpoint);
  const clock = createManualClock();
  const places = createDynamoCapacityPool(table, 1);
  const taker = { runId: exit.runId, number: 1 };
  const hour = 3_600_000;
  await places.take(taker, { now: clock.now(), until: clock.now() + hour });
  await places.assign(taker, taskRef);
  const runs = { loadRun: async () => undefined, updateRunStatus: async () => 'updated' as const };
  const deps = {
    workspaces: createDynamoWorkspaceStore(table),
    queue: { send: async () => undefined },
    launcher: memoryLauncher(),
    log: recordingLog(),
    ids: createIds({ clock }),
    places,
    clock,
    metrics,
    runs,
  };

  await accountForExit(deps, exit);
  expect(await places.taken(clock.now()), 'a command tells of no stop').toHaveLength(1);
  const task = { taskRef, stopCode: 'EssentialContainerExited' } as const;
  await accountForExit(deps, { ...exit, task });
  expect(await places.taken(clock.now())).toEqual([]);
});
