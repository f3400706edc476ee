import { createDynamoCapacityPool } from '#adapters/aws/dynamo/capacity-pool.ts';
import { openControl } from '#cloud/open-control.ts';
import { openGitHub } from '#cloud/open-github.ts';
import { readEnvironment } from '#config/env.ts';
import { reconcileDeliveries, reconcileRepositories } from '#steps/reconcile.ts';

const control = openControl(readEnvironment(), 'reconcile');
const places = createDynamoCapacityPool(control.table, 0);
const deps = { ...control, ...openGitHub(control), hash: (text: string) => control.hash.hex(text) };

/** Makes up for what no event told of. */
export async function handler(): Promise<void> {
  const { clock, metrics } = control;
  try {
    metrics.gauge('places_taken', (await places.taken(clock.now())).length);
    await reconcileDeliveries(deps);
    await reconcileRepositories(deps, await deps.forge.listRepositories());
  } finally {
    metrics.flush();
  }
}
