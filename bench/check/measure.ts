import { spawnSync } from 'node:child_process';
import { printTable } from '../table.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Command {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Environment;
}

export interface Contender {
  readonly name: string;
  /** What the ratio of its CPU, and of its time, to those of the first should be at most. */
  readonly target?: number;
  /** Puts its repository into the state that is measured. */
  readonly prepare?: (round: number) => void;
  readonly command: Command;
}

interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

/** By the name of a contender, its median against that of the first. */
export type Ratios = ReadonlyMap<string, Record<'wall' | 'cpu', number>>;

/** Runs all of them in turns, round by round, and prints the medians against the first. */
export function compareContenders(
  title: string,
  contenders: readonly Contender[],
  rounds: number,
): Ratios {
  const spent = contenders.map((): Spent[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { prepare, command }] of contenders.entries()) {
      prepare?.(round);
      spent[index]?.push(spend(command));
    }
  }
  const medians = spent.map(medianSpent);
  const [first = { wallMs: 1, cpuMs: 1 }] = medians;
  const ratios = medians.map(({ wallMs, cpuMs }) => ({
    wall: wallMs / first.wallMs,
    cpu: cpuMs / first.cpuMs,
  }));
  const rows = contenders.map(({ name, target }, index) => [
    name,
    `${medians[index]?.wallMs.toFixed(0)} ms`,
    ratios[index]?.wall.toFixed(2) ?? '',
    `${medians[index]?.cpuMs.toFixed(0)} ms`,
    ratios[index]?.cpu.toFixed(2) ?? '',
    target?.toFixed(2) ?? '',
  ]);
  printTable(title, ['run', 'wall', 'ratio', 'cpu', 'ratio', 'target'], rows);
  return new Map(
    contenders.flatMap(({ name }, index) => {
      const ratio = ratios[index];
      return ratio === undefined ? [] : [[name, ratio] as const];
    }),
  );
}

/** The time that a command took, and that of the processors for it and all that it started. */
export function spend({ argv, cwd, env }: Command): Spent {
  const script = 'TIMEFORMAT="%3R %3U %3S"; time "$@" >/dev/null 2>/dev/null';
  const { status, stderr } = spawnSync('bash', ['--norc', '-c', script, 'bash', ...argv], {
    cwd,
    env,
    encoding: 'utf8',
  });
  // What is measured must work: what fails at once would make a fine ratio.
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status} in ${cwd}`);
  const [wall = 0, user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  return { wallMs: wall * 1_000, cpuMs: (user + system) * 1_000 };
}

function medianSpent(all: readonly Spent[]): Spent {
  return {
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
