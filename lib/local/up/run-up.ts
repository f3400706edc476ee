import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { forgeSentence } from '#github/errors.ts';
import type { ForgeRepository } from '#ratchet/needs/forge.ts';
import { type Served, type ListenAddress, startServer } from '../page/server.ts';
import { holdPlane } from './hold-plane.ts';
import { runLoops } from './loops.ts';
import { openPlane, type Plane } from './plane.ts';
import {
  type UpHere,
  type UpMachine,
  type UpSettings,
  localInstallation,
  type NamedRepository,
} from './wanted.ts';
import { whenForgeAnswers } from './when-forge-answers.ts';
import { ingestWebhook } from '#ratchet/ingest-webhook.ts';
import { readEvidence, readKept } from '#ratchet/overview/read-kept.ts';
import { readDetail, readOverview } from '#ratchet/overview/read-overview.ts';

/** `forge`: GitHub refuses us. The sentences have no full stop. */
type WhyNotUp =
  | 'another'
  | 'settings'
  | 'credentials'
  | 'nothing-to-watch'
  | 'cannot-listen'
  | 'forge';

/** Runs the control plane of a folder until the signal. */
export async function runUp(
  machine: UpMachine,
  wanted: UpHere,
): Promise<Outcome<undefined, WhyNotUp>> {
  const { home, workers } = wanted;
  const release = holdPlane(home);
  if (release === undefined) {
    return refuse('another', 'another `ratchetr up` runs in this folder; stop that one first');
  }
  try {
    const opened = await openPlane(machine, { home, mostWorkers: workers });
    if (opened.kind === 'refused') return opened;
    const plane = opened.value;
    try {
      return await runPlane(plane, machine.signal, wanted);
    } finally {
      plane.close();
    }
  } finally {
    release();
  }
}

async function runPlane(
  plane: Plane,
  signal: AbortSignal,
  wanted: UpHere,
): Promise<Outcome<undefined, WhyNotUp>> {
  const started = await startPlane(plane, signal, wanted);
  if (started.kind === 'refused') return started;
  // It was stopped before GitHub answered.
  if (started.value === undefined) return ok(undefined);
  const { server, repositories, watched } = started.value;
  try {
    wanted.isUp({ url: server.url, watched });
    // No other process works in this folder, so what an earlier control plane had in hand need not wait for it.
    await plane.queue.recall();
    await runLoops(plane, { ...wanted, repositories, signal });
  } finally {
    await server.close();
    // Their runs stay open, and are taken up again by the next control plane.
    await plane.launcher.stopAll('The control plane was stopped.');
  }
  return ok(undefined);
}

interface Started extends Found {
  readonly server: Served;
}

/** undefined: it was stopped. */
async function startPlane(
  plane: Plane,
  signal: AbortSignal,
  wanted: UpSettings,
): Promise<Outcome<Started | undefined, WhyNotUp>> {
  try {
    const started = await whenForgeAnswers(plane, signal, () => findAndServe(plane, wanted));
    return started ?? ok(undefined);
  } catch (error) {
    const why = forgeSentence(error);
    if (why === undefined) throw error;
    return refuse('forge', why);
  }
}

async function findAndServe(plane: Plane, wanted: UpSettings): Promise<Outcome<Started, WhyNotUp>> {
  const found = await findRepositories(plane, wanted);
  if (found.kind === 'refused') return found;
  const { watched } = found.value;
  const served = await servePlane(plane, wanted, watched);
  return served.kind === 'ok' ? ok({ ...found.value, server: served.value }) : served;
}

interface Found {
  /** Those that were named. */
  readonly repositories: readonly ForgeRepository[];
  /** These and those of the App. */
  readonly watched: readonly ForgeRepository[];
}

async function findRepositories(
  plane: Plane,
  wanted: UpSettings,
): Promise<Outcome<Found, 'nothing-to-watch'>> {
  const { forge } = plane;
  const named: ForgeRepository[] = [];
  for (const { owner, name } of wanted.repositories) {
    const one = await forge.findRepository(owner, name);
    if (one === undefined) {
      return refuse(
        'nothing-to-watch',
        `${owner}/${name} does not exist, or this token may not read it`,
      );
    }
    named.push(one);
  }
  const installed = (await forge.listRepositories()).map(({ repository }) => repository);
  const watched = byId([...named, ...installed]);
  if (watched.length === 0 && !(await mayReceiveEvents(plane))) {
    const sentence = 'there is nothing to watch; name a repository with --repo';
    return refuse('nothing-to-watch', sentence);
  }
  return ok({ repositories: byId(named), watched });
}

/** Whether events may still name repositories: with an App, or with a secret that proves webhooks. */
async function mayReceiveEvents({ appId, secrets }: Plane): Promise<boolean> {
  return appId !== undefined || (await secrets.read('github-webhook-secret')) !== undefined;
}

function byId(repositories: readonly ForgeRepository[]): readonly ForgeRepository[] {
  return [...new Map(repositories.map((one) => [one.repositoryId, one])).values()];
}

/** Serves the page and takes webhooks. */
export async function servePlane(
  plane: Plane,
  { host, port }: ListenAddress,
  /** The watched repositories, as far as they are known. */
  repositories: readonly NamedRepository[],
): Promise<Outcome<Served, 'cannot-listen'>> {
  const { appId, client } = plane;
  const [first] = repositories;
  const identity = first && (await client.identity(first));
  // The account of a plain token is a person's, whose own events count.
  const login = identity?.kind === 'app' ? identity.login : undefined;
  const receiver = { host: client.server.host, appId, login, installationId: localInstallation };
  const deps = { ...plane, receiver };
  return startServer({
    host,
    port,
    log: plane.log,
    shown: {
      overview: () => readOverview(plane),
      detail: (id) => readDetail(plane, id),
      run: (id) => readEvidence(plane, id, plane.clock.now()),
      written: async (id, name) => {
        const kept = await readKept(plane, id, name);
        return kept.kind === 'found' ? kept.text : undefined;
      },
    },
    webhook: (webhook) => ingestWebhook(deps, webhook),
  });
}
