import type { InstallationId } from '#domain/model/ids.ts';
import { workspaceIdOf } from '#domain/model/workspace-id.ts';
import type { WorkspaceHead } from '#domain/model/workspace.ts';
import { newWorkspace } from '#domain/ratchet/new-workspace.ts';
import type { NativeHash } from '#domain/findings/line-hashes.ts';
import type { Clock } from '#ports/clock.ts';
import type { Forge, OpenPullRequest, Repository } from '#ports/forge.ts';
import type { Log } from '#ports/log.ts';
import type { Metrics } from '#ports/metrics.ts';
import type { WorkspaceStore } from '#ports/workspace-store.ts';

export interface ReconcileDeps {
  readonly workspaces: Pick<WorkspaceStore, 'create' | 'load' | 'wake' | 'listOfRepository'>;
  readonly forge: Pick<Forge, 'listOpen' | 'failedDeliveries' | 'redeliver'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly hash: NativeHash;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Watched {
  readonly repository: Repository;
  readonly installationId: InstallationId;
}

/** Many pull requests of one base are woken over this time and not at once. */
const spread = 60_000;
const atOnce = 5;

/** Finds what no event told of: new and moved pull requests, moved bases, and those that are gone. */
export async function reconcileRepository(
  deps: ReconcileDeps,
  { repository, installationId }: Watched,
): Promise<void> {
  const { workspaces, forge, log } = deps;
  const open = await forge.listOpen(repository);
  const moved: (() => Promise<unknown>)[] = [];
  const later: OpenPullRequest[] = [];
  for (const one of open) {
    const state = newWorkspace({
      pullRequest: one.pullRequest,
      installationId,
      now: deps.clock.now(),
      hash: deps.hash,
    });
    const head = await workspaces.load(state.id);
    if (head === undefined) await workspaces.create(state, deps.clock.now());
    else if (hasMoved(head, one)) moved.push(() => workspaces.wake(state.id, deps.clock.now()));
    else if (hasOtherBase(head, one)) later.push(one);
  }
  for (const wake of moved) await wake();
  await wakeSpread(deps, later);
  const woken = moved.length + later.length + (await wakeGone(deps, repository, open));
  if (woken > 0) log.info('Missed events were made up for', { repository, woken });
}

function hasMoved({ state }: WorkspaceHead, { headSha, light }: OpenPullRequest): boolean {
  const { observation } = state;
  if (observation === undefined || observation.state !== 'open') return true;
  return observation.headSha !== headSha || state.light !== light;
}

function hasOtherBase({ state }: WorkspaceHead, { baseSha, baseRef }: OpenPullRequest): boolean {
  return state.observation?.baseSha !== baseSha || state.observation.baseRef !== baseRef;
}

async function wakeSpread(
  { workspaces, clock, hash }: ReconcileDeps,
  moved: readonly OpenPullRequest[],
): Promise<void> {
  const now = clock.now();
  const step = spread / Math.max(1, moved.length);
  for (const [index, { pullRequest }] of moved.entries()) {
    const at = index < atOnce ? now : now + Math.floor(index * step);
    await workspaces.wake(workspaceIdOf(hash, pullRequest), at);
  }
}

/** What is watched and not open any more was closed, merged, or taken away. */
async function wakeGone(
  { workspaces, clock }: ReconcileDeps,
  repository: Repository,
  open: readonly OpenPullRequest[],
): Promise<number> {
  const numbers = new Set(open.map(({ pullRequest }) => pullRequest.number));
  const watched = await workspaces.listOfRepository(repository);
  const gone = watched.filter(({ number, archived }) => !archived && !numbers.has(number));
  for (const { id } of gone) await workspaces.wake(id, clock.now());
  return gone.length;
}

const redeliveryWindow = 3 * 24 * 60 * 60_000;

/** Asks the forge to send again what did not arrive. */
export async function reconcileDeliveries({
  forge,
  clock,
  log,
  metrics,
}: Pick<ReconcileDeps, 'forge' | 'clock' | 'log' | 'metrics'>): Promise<number> {
  const failed = await forge.failedDeliveries(clock.now() - redeliveryWindow);
  for (const { id, guid, event } of failed) {
    await forge.redeliver(id);
    log.info('Delivery is asked for again', { guid, event });
  }
  metrics.count('deliveries_redelivered', failed.length);
  return failed.length;
}
