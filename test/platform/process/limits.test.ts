import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { armLimits, type TimeLimits } from '#platform/process/run-process.ts';
import type { Exit } from '#check/needs/processes.ts';

import {
  fixture,
  isRunning,
  makeFolder,
  runProgram,
  shell,
  startProgram,
  textOf,
} from './harness.ts';

const wall = { kind: 'timed-out', limit: 'wall', limitMs: 1000 };
const idle = { kind: 'timed-out', limit: 'idle', limitMs: 100 };

function arm(signal?: AbortSignal): { readonly stops: Exit[]; readonly limits: TimeLimits } {
  const stops: Exit[] = [];
  const limits = armLimits({ wallMs: 1000, idleMs: 100 }, signal, (exit) => stops.push(exit));
  return { stops, limits };
}

describe('limits of time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stop at the wall however much is written', () => {
    const { stops, limits } = arm();
    for (let count = 0; count < 19; count += 1) {
      vi.advanceTimersByTime(50);
      limits.touch();
    }
    expect(stops).toEqual([]);
    vi.advanceTimersByTime(51);
    expect(stops).toEqual([wall]);
  });

  it('stop after a silence, counted from the last output', () => {
    const { stops, limits } = arm();
    vi.advanceTimersByTime(90);
    limits.touch();
    vi.advanceTimersByTime(99);
    expect(stops).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(stops).toEqual([idle]);
  });

  it('take output that waited to be read while we were held up for output in time', () => {
    const { stops, limits } = arm();
    // Where the event loop reads: after the timers, before the immediates.
    setTimeout(() => limits.touch(), 100);
    vi.advanceTimersByTime(199);
    expect(stops).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(stops).toEqual([idle]);
  });

  it('do not stop what has ended, whatever still arrives', () => {
    const aborting = new AbortController();
    const { stops, limits } = arm(aborting.signal);
    limits.disarm();
    limits.touch();
    aborting.abort();
    vi.advanceTimersByTime(5000);
    expect(stops).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('take an end that waited to be seen while we were held up for an end in time', () => {
    const { stops, limits } = arm();
    setTimeout(() => limits.disarm(), 100);
    vi.advanceTimersByTime(5000);
    expect(stops).toEqual([]);
  });

  it('notice a signal that is aborted already', () => {
    expect(arm(AbortSignal.abort()).stops).toEqual([{ kind: 'aborted' }]);
  });
});

describe('a program under limits', () => {
  it('is stopped at the wall', async () => {
    const { exit } = await runProgram({ argv: ['sleep', '1000'], wallMs: 50 });
    expect(exit).toEqual({ kind: 'timed-out', limit: 'wall', limitMs: 50 });
  });

  it('is stopped when silent', async () => {
    const { exit } = await runProgram({ argv: ['sleep', '1000'], idleMs: 50 });
    expect(exit).toEqual({ kind: 'timed-out', limit: 'idle', limitMs: 50 });
  });

  it('is left alone as long as it writes to either stream', async () => {
    const idleMs = 250;
    const result = await runProgram({ argv: fixture('beat.mjs'), idleMs, combined: true });
    const beats = (await textOf(result.combined)).trim().split('\n').map(Number);
    const moments = [result.startedAt, ...beats, result.finishedAt];
    const gaps = moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
    // A machine slow enough for a real silence must not fail this.
    const wasSilent = Math.max(...gaps) > idleMs - 50;
    expect(result.exit.kind === 'exited' || wasSilent).toBe(true);
    expect(result.durationMs).toBeGreaterThan(idleMs);
  });

  it('is not blamed when it ended in time while we were held up ourselves', async () => {
    const { result, printed } = await startProgram({
      argv: shell('echo $$; sleep 0.05; echo more'),
      wallMs: 1000,
      idleMs: 1000,
    });
    const pid = Number(await printed(/^\d+\n/));
    // From here on the event loop comes to its timers before it reads.
    await nextTurn();
    holdUpUntilDead(pid, 1100);
    expect((await result).exit).toEqual({ kind: 'exited', code: 0 });
  });

  it('may have limits that are longer than timers last', async () => {
    const endless = Number.MAX_SAFE_INTEGER;
    const limits = { wallMs: endless, idleMs: endless, graceMs: endless };
    const { exit } = await runProgram({ argv: ['sleep', '0.1'], ...limits });
    expect(exit).toEqual({ kind: 'exited', code: 0 });
  });
});

describe('a program that reaches several limits', () => {
  it('was aborted if that came first, though it writes too much and ends by itself then', async () => {
    const { result, printed, abort } = await startProgram({
      argv: shell('trap "echo too much >&2; exit 3" TERM; echo go; while :; do sleep 0.01; done'),
      maxOutputBytes: 3,
    });
    await printed(/go/);
    abort();
    const { exit, stderr } = await result;
    expect(exit).toEqual({ kind: 'aborted' });
    expect(stderr.truncated).toBe(true);
  });

  it('wrote too much if that came first, though it is aborted while it is being stopped', async () => {
    const cwd = await makeFolder();
    const { result, printed, abort } = await startProgram({
      argv: shell(
        'trap "echo asked" TERM; echo too much >&2; until [ -e go ]; do sleep 0.01; done',
      ),
      cwd,
      maxOutputBytes: 6,
    });
    await printed(/asked/);
    abort();
    await writeFile(join(cwd, 'go'), '');
    expect((await result).exit).toEqual({ kind: 'overflowed', stream: 'stderr', limitBytes: 6 });
  });

  it('has one ending when two are reached at once', async () => {
    const { exit } = await runProgram({ argv: ['sleep', '1000'], wallMs: 30, idleMs: 30 });
    expect(exit).toEqual({ kind: 'timed-out', limit: expect.any(String), limitMs: 30 });
  });
});

/** Keeps the event loop from turning for so long, and until the program has ended. */
function holdUpUntilDead(pid: number, milliseconds: number): void {
  const start = Date.now();
  const passed = (): number => Date.now() - start;
  while (passed() < milliseconds || (isRunning(pid) && passed() < 20_000));
}
