import { readdir } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { createProcesses } from '#platform/process/processes.ts';

import {
  fixture,
  makeCommand,
  makeFolder,
  realClock,
  runProgram,
  shell,
  textOf,
} from './harness.ts';

describe('the end of a program', () => {
  it.each([0, 1, 127, 255])('is its exit code: %i', async (code) => {
    const { exit } = await runProgram({ argv: shell(`exit ${code}`) });
    expect(exit).toEqual({ kind: 'exited', code });
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGSEGV', 'SIGINT'])('is the signal: %s', async (signal) => {
    const { exit } = await runProgram({ argv: shell(`kill -${signal.slice(3)} $$; sleep 1000`) });
    expect(exit).toEqual({ kind: 'signalled', signal });
  });

  it('is dated by the clock', async () => {
    const times = [1000, 4500];
    const clock = { ...realClock, now: () => times.shift() ?? Number.NaN };
    const processes = createProcesses({ clock, parentEnv: {} });
    const result = await processes.run(await makeCommand({ argv: shell('exit 0') }));
    expect(result).toMatchObject({ startedAt: 1000, finishedAt: 4500, durationMs: 3500 });
  });
});

describe('a run that is not wanted', () => {
  it('does not start a program at all', async () => {
    const cwd = await makeFolder();
    const { exit, stdout, stderr, combined } = await runProgram(
      { argv: shell('echo started > trace'), cwd, combined: true },
      AbortSignal.abort(),
    );
    expect(exit).toEqual({ kind: 'aborted' });
    expect(await Promise.all([stdout, stderr, combined].map(textOf))).toEqual(['', '', '']);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('keeps its result when the abort comes after the end', async () => {
    const aborting = new AbortController();
    const { exit } = await runProgram({ argv: shell('exit 5') }, aborting.signal);
    aborting.abort();
    expect(exit).toEqual({ kind: 'exited', code: 5 });
  });
});

describe('eighty runs', () => {
  it('leave no timer, listener or open file, and let the process end by itself', async () => {
    const { exit, stdout, stderr } = await runProgram({
      argv: fixture('eighty-runs.mjs', await makeFolder()),
    });
    expect(await textOf(stderr)).toBe('');
    expect(exit).toEqual({ kind: 'exited', code: 0 });
    const { before, after, exits } = JSON.parse(await textOf(stdout));
    expect(after).toEqual(before);
    expect(after.abortListeners).toBe(0);
    expect(exits).toEqual(['exited', 'overflowed', 'timed-out', 'spawn-failed']);
  });
});
