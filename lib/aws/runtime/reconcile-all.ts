import { type CapacityPool, slotLeaseMs } from '#store/dynamo/capacity.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import type { Launcher } from '#ratchet/needs/launcher.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';
import {
  type ReconcileDeps,
  reconcileDeliveries,
  reconcileRepositories,
} from '#ratchet/reconcile.ts';

export interface ReconcileServices extends ReconcileDeps {
  readonly forge: ReconcileDeps['forge'] & Pick<Forge, 'listRepositories'>;
  readonly secrets: Pick<Secrets, 'read'>;
  readonly places: Pick<CapacityPool, 'take' | 'taken'>;
  /** Gives back the places of those that it finds to be over. */
  readonly workers: Pick<Launcher, 'describe'>;
}

/** Makes up for lost events, as far as it gets until then. */
export async function reconcileAll(deps: ReconcileServices, until: number): Promise<void> {
  await reconcilePlaces(deps);
  // Between the deployment and the setup there is no App to ask as, and that is no failure.
  if ((await deps.secrets.read('github-app-id')) === undefined) {
    deps.log.info('There is no GitHub App yet: run `ratchetr setup --stack NAME`');
    return;
  }
  await reconcileDeliveries(deps);
  await reconcileRepositories(deps, await deps.forge.listRepositories(), { until });
}

/** An event that never came would keep a place taken for hours; and a session that takes hours needs its place so long. */
async function reconcilePlaces({
  places,
  workers,
  clock,
  metrics,
}: ReconcileServices): Promise<void> {
  const now = clock.now();
  const taken = await places.taken(now);
  metrics.gauge('places_taken', taken.length);
  const taskRefs = taken.flatMap(({ taskRef }) => taskRef ?? []);
  if (taskRefs.length === 0) return;
  const states = await workers.describe(taskRefs);
  for (const { taker, taskRef = '', until } of taken) {
    const isEnding = until - now < slotLeaseMs / 2;
    if (isEnding && states.get(taskRef)?.kind === 'alive') {
      await places.take(taker, { now, until: now + slotLeaseMs });
    }
  }
}
