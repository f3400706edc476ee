import type { InstallationId, WorkspaceId } from '#model/ids.ts';
import { spreadOver } from './rules/ingest/spread.ts';
import { workspaceIdOf } from '#model/workspace-id.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import { newWorkspace } from './rules/decision/new-workspace.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Forge, OpenPullRequest, ForgeRepository } from './needs/forge.ts';
import type { Log } from '#base/needs/log.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { WorkspaceStore } from './needs/workspace-store.ts';

export interface ReconcileDeps {
  readonly workspaces: WorkspaceStore;
  readonly forge: Pick<Forge, 'listOpen' | 'failedDeliveries' | 'redeliver'>;
  readonly clock: TimeSource;
  readonly hash: Hash;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface Watched {
  readonly repository: ForgeRepository;
  readonly installationId: InstallationId;
}

/** Makes up for missed events in each of these; those for which the time is too short come in a later turn. */
export async function reconcileRepositories(
  deps: ReconcileDeps,
  all: readonly Watched[],
  { until = Infinity }: { readonly until?: number } = {},
): Promise<void> {
  for (const [index, watched] of fromAnotherStart(all, deps.clock.now()).entries()) {
    if (deps.clock.now() >= until) {
      deps.log.warn('Not all repositories could be asked for', { asked: index, all: all.length });
      return;
    }
    try {
      await reconcileRepository(deps, watched);
    } catch (error) {
      // One that cannot be read now must not keep back those after it.
      const { owner, name } = watched.repository;
      deps.log.warn('A repository cannot be asked for', { owner, name, error });
    }
  }
}

// The fractions of its multiples lie as evenly as can be, however many there are of them.
const golden = (Math.sqrt(5) - 1) / 2;

/** Turns that are cut short must not leave out the same ones each time. */
function fromAnotherStart<One>(all: readonly One[], now: number): readonly One[] {
  const start = Math.floor(((Math.floor(now / 60_000) * golden) % 1) * all.length);
  return [...all.slice(start), ...all.slice(0, start)];
}

/** Finds what no event told of: new and moved pull requests, moved bases, and those that are gone. */
export async function reconcileRepository(
  deps: ReconcileDeps,
  { repository, installationId }: Watched,
): Promise<void> {
  const { workspaces, forge, log, metrics } = deps;
  const open = await forge.listOpen(repository);
  const moved: WorkspaceId[] = [];
  const later: OpenPullRequest[] = [];
  let headsMissed = 0;
  for (const one of open) {
    const state = newWorkspace({
      pullRequest: one.pullRequest,
      installationId,
      now: deps.clock.now(),
      hash: deps.hash.hex,
    });
    const head = await workspaces.load(state.id);
    if (head === undefined) await workspaces.create(state, deps.clock.now());
    else if (isHeadMoved(head, one)) {
      moved.push(state.id);
      if (head.state.observation !== undefined) headsMissed += 1;
    } else if (isBaseMoved(head, one)) later.push(one);
    else if (head.state.light !== one.light) moved.push(state.id);
  }
  // An alarm watches this: where webhooks for pushes no longer arrive, everything still works, only later.
  if (headsMissed > 0) metrics.count('heads_missed', headsMissed);
  for (const id of moved) await workspaces.wake(id, deps.clock.now());
  await wakeSpread(deps, later);
  const woken = moved.length + later.length + (await wakeGone(deps, repository, open));
  if (woken > 0) log.info('Missed events were made up for', { repository, woken });
}

function isHeadMoved({ state: { observation } }: WorkspaceHead, one: OpenPullRequest): boolean {
  return observation?.state !== 'open' || observation.headSha !== one.headSha;
}

/** Asked before anything else that moved: with its base, the mergeability of each of them moves as well. */
function isBaseMoved({ state }: WorkspaceHead, { baseSha, baseRef }: OpenPullRequest): boolean {
  return state.observation?.baseSha !== baseSha || state.observation.baseRef !== baseRef;
}

/** Many pull requests of one base are woken over some time and not at once. */
async function wakeSpread(
  { workspaces, clock, hash }: ReconcileDeps,
  moved: readonly OpenPullRequest[],
): Promise<void> {
  const times = spreadOver(moved.length, clock.now());
  for (const [index, { pullRequest }] of moved.entries()) {
    await workspaces.wake(workspaceIdOf(hash.hex, pullRequest), times[index] ?? clock.now());
  }
}

/** What is watched and not open any more was closed, merged, or taken away. */
async function wakeGone(
  { workspaces, clock }: ReconcileDeps,
  repository: ForgeRepository,
  open: readonly OpenPullRequest[],
): Promise<number> {
  const numbers = new Set(open.map(({ pullRequest }) => pullRequest.number));
  const watched = await workspaces.listOfRepository(repository);
  const gone = watched.filter(({ number, archived }) => !archived && !numbers.has(number));
  for (const { id } of gone) await workspaces.wake(id, clock.now());
  return gone.length;
}

const redeliveryWindowMs = 3 * 24 * 60 * 60_000;
/** Some fail each time, and asking for all of them would take the time of everything else. */
const mostRedeliveries = 100;

/** Asks the forge to send again what did not arrive. */
export async function reconcileDeliveries({
  forge,
  clock,
  log,
  metrics,
}: Omit<ReconcileDeps, 'workspaces' | 'hash'>): Promise<number> {
  const failed = await forge.failedDeliveries(clock.now() - redeliveryWindowMs);
  let redelivered = 0;
  // Those that were tried the longest ago: the newest come first.
  for (const { id, guid, event } of failed.slice(-mostRedeliveries)) {
    try {
      await forge.redeliver(id);
      redelivered += 1;
      log.info('Delivery is asked for again', { guid, event });
    } catch (error) {
      // One that cannot come again must not keep back those after it.
      log.warn('Delivery cannot be asked for again', { guid, event, error });
    }
  }
  metrics.count('deliveries_redelivered', redelivered);
  return redelivered;
}
