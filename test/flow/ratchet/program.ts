import { resolve } from 'node:path';
import { pinnedNode, type Started, startProgram } from '../../cli/start-program.ts';
import type { PlaneOptions } from './plane.ts';

const start = resolve('lib/cli/start.mjs');

export interface PlaneProgram {
  readonly url: string;
  readonly program: Started;
}

/** Starts `ratchetr up` as a process of its own, and waits until it listens. */
export async function startPlaneProgram({
  home,
  env,
  repository,
}: Omit<PlaneOptions, 'workers'>): Promise<PlaneProgram> {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const order = ['up', '--repo', repository, '--port', '0', '--poll', '1s'];
  // Nothing of our own environment may be of influence.
  const argv = ['/usr/bin/env', '-i', ...variables, pinnedNode, start, ...order];
  const program = startProgram(argv, { cwd: home });
  const said = await program.match(/Ratchetr is up at (http:\S+)/);
  return { url: said, program };
}
