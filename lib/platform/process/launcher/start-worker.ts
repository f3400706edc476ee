import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import type { Environment } from '#config/env.ts';
import { explainSpawnFailure, type SpawnFailure } from '../spawn-failure.ts';

export interface WorkerProcessStart {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Environment;
  /** Path of the worker's files, without their endings. */
  readonly files: string;
}

export interface WorkerProcess {
  readonly kind: 'started';
  readonly pid: number;
  /** Resolves when it is over, unless we are over before. */
  readonly ended: Promise<void>;
}

/** Starts a worker in a group of its own, which does not end with us; resolves when it or another worker has claimed the launch. */
export async function startWorker(
  start: WorkerProcessStart,
): Promise<WorkerProcess | SpawnFailure> {
  const output = openSync(`${start.files}.log`, 'a');
  const argv: [string, ...string[]] = [
    '/bin/sh',
    '-c',
    workerScript,
    'worker',
    start.files,
    ...start.argv,
  ];
  try {
    const child = spawnWorker(argv, start, output);
    const { pid } = child;
    if (pid === undefined) {
      const [error]: unknown[] = await once(child, 'error');
      return await explainSpawnFailure({ argv, cwd: start.cwd }, error);
    }
    const ended = once(child, 'exit').then(() => undefined);
    await claimed(child);
    child.unref();
    return { kind: 'started', pid, ended };
  } catch (error) {
    return explainSpawnFailure({ argv, cwd: start.cwd }, error);
  } finally {
    closeSync(output);
  }
}

function spawnWorker(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: WorkerProcessStart,
  output: number,
): ChildProcess {
  return spawn(program, args, {
    cwd,
    env: { ...env },
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
}

/** The script closes this pipe once the claim is made, or when it ends. */
async function claimed(child: ChildProcess): Promise<void> {
  const pipe = child.stdio[3];
  if (pipe === null || pipe === undefined || !('resume' in pipe)) return;
  pipe.resume();
  await once(pipe, 'close');
}

/**
 * What every worker begins as, so that it never runs without its launcher knowing. Its arguments are
 * the path of its files without their endings, then the program.
 *
 * It claims its launch by a link, which is made by one process only and has its content from the beginning. Where
 * another worker has the claim already, it ends. It outlives the program by the moment that it takes to write down how
 * that ended; a signal to the whole group ends the program, and not this.
 */
const workerScript = `
files=$1
shift
stat=$(cat "/proc/$$/stat" 2>/dev/null)
start=$(set -- \${stat##*) }; echo "\${20:-}")
boot=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null)
echo "$$:$start:$boot" >"$files.claim.$$"
ln "$files.claim.$$" "$files.claim" 2>/dev/null
claimed=$?
rm -f "$files.claim.$$"
[ "$claimed" = 0 ] || exit 0
exec 3>&-
trap : TERM INT HUP
"$@"
echo "$?" >"$files.exit.part"
mv "$files.exit.part" "$files.exit"
`;
