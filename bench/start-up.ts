import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { readEnvironment } from '#config/env.ts';
import { printTable } from './table.ts';

const rounds = 25;
const mostTimes = 5;
const pinned = resolve('node_modules/node/bin/node');
const engines = [resolve('lib/cli/launch.mjs'), 'engines'];
const nothing = ['-e', '0'];

/** Start-up of the whole command, launcher included, against the same Node doing nothing, in turns. */
export async function benchStartUp(): Promise<void> {
  const nodes: Readonly<Record<string, string | undefined>> = {
    'the pinned Node': pinned,
    'the Node of the system': findSystemNode(),
  };
  const rows = Object.entries(nodes).flatMap(([name, node]) =>
    node === undefined ? [] : [[name, ...measure(node)]],
  );
  printTable(
    `Start-up: ratchetr engines in milliseconds, at most ${mostTimes} times an empty program`,
    ['started by', 'ratchetr engines', 'empty program', 'ratio', 'within'],
    rows,
  );
}

function measure(node: string): readonly string[] {
  // The first start compiles; every other one finds what it left.
  timed(node, engines);
  const times = Array.from({ length: rounds }, () => ({
    engines: timed(node, engines),
    nothing: timed(node, nothing),
  }));
  const whole = median(times.map((time) => time.engines));
  const empty = median(times.map((time) => time.nothing));
  const ratio = whole / empty;
  const within = ratio <= mostTimes ? 'yes' : 'NO';
  return [whole.toFixed(0), empty.toFixed(0), ratio.toFixed(2), within];
}

function timed(node: string, args: readonly string[]): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(node, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${node} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The one that a shell finds; npm puts folders of packages before it. */
function findSystemNode(): string | undefined {
  return (readEnvironment()['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path));
}
