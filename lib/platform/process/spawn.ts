import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';

import type { Environment } from '#config/env.ts';
import type { Command, Exit } from '#check/needs/processes.ts';

import { openOutputPipes, type OutputPipes } from './output-pipes.ts';
import { explainSpawnFailure, type SpawnFailure } from './spawn-failure.ts';

export interface StartedProgram {
  readonly kind: 'started';
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** The end of the program itself; others of its group may still run. */
  readonly ended: Promise<Exit>;
  /** Stops waiting for a program that outlived every signal. */
  release(): void;
}

/** Starts the program as leader of a new process group. */
export async function startProgram(
  command: Command,
  env: Environment,
): Promise<StartedProgram | SpawnFailure> {
  const pipes = await openOutputPipes();
  try {
    const child = spawnLeader(command, { env, pipes });
    const { pid } = child;
    const { stdout, stderr } = pipes ?? child;
    // Some causes throw, others are told by an event; without a pid it is always the event.
    if (pid === undefined || stdout === null || stderr === null) throw await awaitFailure(child);
    const ended = awaitExit(child);
    feed(child.stdin, command.stdin);
    return { kind: 'started', pid, stdout, stderr, ended, release: () => releaseChild(child) };
  } catch (error) {
    return explainSpawnFailure(command, error);
  }
}

interface LeaderOptions {
  readonly env: Environment;
  readonly pipes: OutputPipes | undefined;
}

// The input is a socket pair: a program that is given one cannot open /dev/stdin by name.
function spawnLeader(command: Command, { env, pipes }: LeaderOptions): ChildProcess {
  const [program, ...args] = command.argv;
  const outputs = pipes?.writeEnds ?? (['pipe', 'pipe'] as const);
  try {
    return spawn(program, args, {
      cwd: command.cwd,
      env: { ...env },
      detached: true,
      stdio: [command.stdin === undefined ? 'ignore' : 'pipe', ...outputs],
      ...(command.uid === undefined ? {} : { uid: command.uid }),
      ...(command.gid === undefined ? {} : { gid: command.gid }),
    });
  } finally {
    // If nothing was started, no process can write any more, and the streams end by themselves.
    pipes?.writeEnds.forEach((end) => closeSync(end));
  }
}

function awaitFailure(child: ChildProcess): Promise<Error> {
  return new Promise((resolve) => {
    child.once('error', resolve);
  });
}

// Node knows no names for real-time signals (32 and up): death by one of them is told as exit code 0.
function awaitExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (signal !== null) resolve({ kind: 'signalled', signal });
      else resolve({ kind: 'exited', code: code ?? 0 });
    });
  });
}

function feed(stdin: Writable | null, input: string | Uint8Array | undefined): void {
  if (stdin === null || input === undefined) return;
  // A program may end or close its input without reading all of it; its exit tells the story.
  stdin.on('error', () => undefined);
  stdin.end(input);
}

function releaseChild(child: ChildProcess): void {
  child.stdin?.destroy();
  child.unref();
}
