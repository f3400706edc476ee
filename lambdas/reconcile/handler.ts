import { createDynamoCapacityPool } from '#store/dynamo/capacity-pool.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHubApp } from '#aws/runtime/open-github.ts';
import { openWorkers } from '#aws/runtime/open-launcher.ts';
import { reconcileAll } from '#aws/runtime/reconcile-all.ts';
import { readEnvironment } from '#config/env.ts';

const control = openControl(readEnvironment(), 'reconcile');
const deps = {
  ...control,
  ...openGitHubApp(control),
  places: createDynamoCapacityPool(control.table, 0),
  workers: openWorkers(control),
};

/** Well before the time-out of the function: what is left then is for its next turn. */
const turnMs = 240_000;

/** Makes up for lost events. */
export async function handler(): Promise<void> {
  const { clock, metrics } = control;
  try {
    await reconcileAll(deps, clock.now() + turnMs);
  } finally {
    metrics.flush();
  }
}
