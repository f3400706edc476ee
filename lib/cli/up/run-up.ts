import { realpathSync } from 'node:fs';
import { systemClock } from '#adapters/system/clock.ts';
import { createTextLog } from '#adapters/system/text-log.ts';
import { installationId } from '#domain/model/ids.ts';
import type { Repository } from '#ports/forge.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { holdPlane } from './hold-plane.ts';
import { runLoops } from './loops.ts';
import { openPlane, type Plane } from './plane.ts';
import { readUpOptions, type UpOptions, type UpWanted } from './up-options.ts';
import { serve } from './serve.ts';

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
  const repositories = await findRepositories(plane, wanted);
  if (typeof repositories === 'string') return refuse(context, repositories);
  const installed = (await plane.forge.listRepositories()).map(({ repository }) => repository);
  const watched = byId([...repositories, ...installed]);
  const server = await serve(plane, { ...wanted, repositories: watched, installationId: byName });
  try {
    stdout.write(`Ratchetr is up at ${server.url}\n`);
    for (const { owner, name } of watched) stdout.write(`Watching ${owner}/${name}\n`);
    if (watched.length === 0) stdout.write('Waiting for webhooks; no --repo was given.\n');
    // Nobody else works in this folder, so what an earlier control plane had in hand need not wait for it.
    await plane.queue.recall();
    await runLoops(plane, { ...wanted, repositories, installationId: byName, signal });
  } finally {
    await server.close();
    // Their runs stay open, and are taken up again by the next control plane.
    await plane.launcher.stopAll('The control plane was stopped.');
  }
}

async function findRepositories(
  { forge }: Plane,
  { repositories }: UpWanted,
): Promise<readonly Repository[] | string> {
  const found: Repository[] = [];
  for (const { owner, name } of repositories) {
    const one = await forge.findRepository(owner, name);
    if (one === undefined) return `${owner}/${name} is not there, or not for this token`;
    found.push(one);
  }
  return found;
}

function byId(repositories: readonly Repository[]): readonly Repository[] {
  return [...new Map(repositories.map((one) => [one.repositoryId, one])).values()];
}

function refuse({ stderr, exitWith }: CliContext, why: string): void {
  stderr.write(`Nothing was started: ${why}.\n`);
  exitWith(EXIT.usage);
}
