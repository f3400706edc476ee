import { realpathSync } from 'node:fs';
import { systemClock } from '#platform/system/clock.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import { installationId } from '#model/ids.ts';
import type { ForgeRepository } from '#ratchet/needs/forge.ts';
import type { CliContext } from '../context.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { forgeSentence } from '../forge-sentence.ts';
import { holdPlane } from './hold-plane.ts';
import { runLoops } from './loops.ts';
import { openPlane, type Plane } from './plane.ts';
import { readUpOptions, type UpOptions, type UpWanted } from './up-options.ts';
import { serve } from './serve.ts';
import { CannotListen, type Served } from './server.ts';
import { whenForgeAnswers } from './when-forge-answers.ts';

export type { UpOptions };

/** The installation that repositories belong to that are watched by their name. */
const byName = installationId.parse('local');

/** Runs the control plane of this folder until it is interrupted. */
export async function runUp(context: CliContext, options: UpOptions): Promise<void> {
  const wanted = readUpOptions(options);
  if (typeof wanted === 'string') return refuse(context, wanted);
  const { env, stderr } = context;
  const home = realpathSync(context.cwd);
  const letGo = holdPlane(home);
  if (letGo === undefined) {
    return refuse(context, 'another `ratchetr up` runs in this folder; stop that one first');
  }
  const log = createTextLog({ clock: systemClock, output: stderr }, { level: 'info' });
  try {
    const plane = await openPlane(log, { home, env, overrides: [], mostWorkers: wanted.workers });
    if (typeof plane === 'string') return refuse(context, plane);
    try {
      await runPlane(context, plane, wanted);
    } finally {
      plane.close();
    }
  } finally {
    letGo();
  }
}

async function runPlane(context: CliContext, plane: Plane, wanted: UpWanted): Promise<void> {
  const { stdout, signal } = context;
  const started = await start(context, plane, wanted);
  if (started === undefined) return;
  const { server, repositories, watched } = started;
  try {
    stdout.write(`Ratchetr is up at ${server.url}\n`);
    for (const { owner, name } of watched) stdout.write(`Watching ${owner}/${name}\n`);
    stdout.write(watched.length === 0 ? awaiting : hint);
    // Nobody else works in this folder, so what an earlier control plane had in hand need not wait for it.
    await plane.queue.recall();
    await runLoops(plane, { ...wanted, repositories, installationId: byName, signal });
  } finally {
    await server.close();
    // Their runs stay open, and are taken up again by the next control plane.
    await plane.launcher.stopAll('The control plane was stopped.');
  }
}

const awaiting = 'No repository is watched yet: waiting for webhooks.\n';
const hint = 'Put the label `ratchet` on a pull request to have it repaired.\n';

interface Started extends Found {
  readonly server: Served;
}

/** Undefined: it was told why not, or to stop. */
async function start(
  context: CliContext,
  plane: Plane,
  wanted: UpWanted,
): Promise<Started | undefined> {
  try {
    return await whenForgeAnswers(plane, context.signal, async () => {
      const found = await findRepositories(plane, wanted);
      const { watched } = found;
      const serving = { ...wanted, repositories: watched, installationId: byName };
      return { ...found, server: await serve(plane, serving) };
    });
  } catch (error) {
    const isWrong = error instanceof NothingToWatch || error instanceof CannotListen;
    const why = isWrong ? error.message : forgeSentence(error);
    if (why === undefined) throw error;
    refuse(context, why, isWrong ? EXIT.usage : EXIT.toolFailure);
    return undefined;
  }
}

interface Found {
  /** Those that were named. */
  readonly repositories: readonly ForgeRepository[];
  /** These and those of the App. */
  readonly watched: readonly ForgeRepository[];
}

class NothingToWatch extends Error {}

async function findRepositories(plane: Plane, wanted: UpWanted): Promise<Found> {
  const { forge } = plane;
  const named: ForgeRepository[] = [];
  for (const { owner, name } of wanted.repositories) {
    const one = await forge.findRepository(owner, name);
    if (one === undefined) {
      throw new NothingToWatch(`${owner}/${name} is not there, or not for this token`);
    }
    named.push(one);
  }
  const installed = (await forge.listRepositories()).map(({ repository }) => repository);
  const watched = byId([...named, ...installed]);
  if (watched.length === 0 && !(await mayHear(plane))) {
    throw new NothingToWatch('there is nothing to watch; name a repository with --repo');
  }
  return { repositories: byId(named), watched };
}

/** Whether events may yet tell of repositories: those of an App, or any where a webhook can be proved. */
async function mayHear({ appId, secrets }: Plane): Promise<boolean> {
  return appId !== undefined || (await secrets.read('github-webhook-secret')) !== undefined;
}

function byId(repositories: readonly ForgeRepository[]): readonly ForgeRepository[] {
  return [...new Map(repositories.map((one) => [one.repositoryId, one])).values()];
}

function refuse({ stderr, exitWith }: CliContext, why: string, code: ExitCode = EXIT.usage): void {
  stderr.write(`Nothing was started: ${why}.\n`);
  exitWith(code);
}
