import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { onTestFinished } from 'vitest';

import { createProcesses } from '#platform/process/processes.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Command, ExecResult } from '#check/needs/processes.ts';

export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    sleep(milliseconds, undefined, signal === undefined ? {} : { signal }),
};

const processes = createProcesses({ clock: realClock, parentEnv: {} });

/** Limits far away, so that only the limit under test can be reached. */
const farLimits = { wallMs: 600_000, maxOutputBytes: 1_000_000_000, graceMs: 60_000 };

type Wish = Partial<Command> & Pick<Command, 'argv'>;

export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'process-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function makeCommand(wish: Wish): Promise<Command> {
  const folder = await makeFolder();
  return { cwd: folder, outputDir: join(folder, 'out'), ...farLimits, ...wish };
}

export async function runProgram(wish: Wish, signal?: AbortSignal): Promise<ExecResult> {
  return processes.run(await makeCommand(wish), signal);
}

export function shell(script: string): Command['argv'] {
  return ['sh', '-c', script];
}

/** A program of test/fixtures/programs. */
export function fixture(name: string, ...args: readonly string[]): Command['argv'] {
  const path = new URL(`../../fixtures/programs/${name}`, import.meta.url).pathname;
  return [process.execPath, path, ...args];
}

export function textOf(output: { readonly path: string } | undefined): Promise<string> {
  return readFile(output?.path ?? 'nothing was captured', 'utf8');
}

/** What this process holds open of a folder, also after its removal. */
export async function openFilesIn(folder: string): Promise<string[]> {
  const numbers = await readdir('/dev/fd');
  const targets = numbers.map((number) => readlink(`/dev/fd/${number}`).catch(() => ''));
  return (await Promise.all(targets)).filter((target) => target.startsWith(folder));
}

export interface Running {
  readonly result: Promise<ExecResult>;
  /** What stdout holds, once it holds this. */
  readonly printed: (pattern: RegExp) => Promise<string>;
  readonly abort: () => void;
}

export async function startProgram(wish: Wish): Promise<Running> {
  const command = await makeCommand(wish);
  const aborting = new AbortController();
  const result = processes.run(command, aborting.signal);
  return {
    result,
    abort: () => aborting.abort(),
    printed: (pattern) =>
      eventually(() => {
        const text = readIfThere(join(command.outputDir, 'stdout.txt'));
        return pattern.test(text) ? text : undefined;
      }),
  };
}

/** Waits as long as it takes; the test's own time limit ends it. */
export async function eventually<Value>(look: () => Value | undefined): Promise<Value> {
  for (;;) {
    const seen = look();
    if (seen !== undefined) return seen;
    await sleep(5);
  }
}

export async function untilGone(pid: number): Promise<void> {
  await eventually(() => (isRunning(pid) ? undefined : true));
}

export function isRunning(pid: number): boolean {
  // A dead process that nobody has collected yet still answers to signals, so its state is asked first.
  if (existsSync('/proc/self/stat')) {
    return /^\d+ \(.*\) [^ZX]/s.test(readIfThere(`/proc/${pid}/stat`));
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
