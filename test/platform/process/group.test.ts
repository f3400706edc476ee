import { afterEach, describe, expect, it, vi } from 'vitest';

import { watchGroup } from '#platform/process/group.ts';
import type { Exit } from '#check/needs/processes.ts';

import {
  fixture,
  isRunning,
  runProgram,
  shell,
  startProgram,
  textOf,
  untilGone,
} from './harness.ts';

/** The leader and a second process of its group; both are ready once both have printed their number. */
function family(onTerm: { readonly leader: string; readonly child: string }) {
  const forever = 'while :; do sleep 0.02; done';
  return shell(`
    sh -c 'trap "${onTerm.child}" TERM; echo child $$; ${forever}' &
    trap '${onTerm.leader}' TERM
    echo leader $$
    wait
    ${forever}`);
}

function pidsIn(text: string): number[] {
  return [...text.matchAll(/(?:leader|child) (\d+)/g)].map((match) => Number(match[1]));
}

describe('stopping a group', () => {
  it('asks all of it to end, and waits', async () => {
    const { result, printed, abort } = await startProgram({
      argv: family({ leader: 'wait; echo leader ends; exit 0', child: 'echo child ends; exit 0' }),
    });
    await printed(/(leader|child) \d+\n(leader|child) \d+\n/);
    abort();
    const { exit, stdout } = await result;
    expect(exit).toEqual({ kind: 'aborted' });
    expect(await textOf(stdout)).toMatch(/child ends\nleader ends\n$/);
  });

  it('kills all of it after the grace', async () => {
    const graceMs = 200;
    const { result, printed, abort } = await startProgram({
      argv: family({ leader: '', child: '' }),
      graceMs,
    });
    const pids = pidsIn(await printed(/(leader|child) \d+\n(leader|child) \d+\n/));
    const abortedAt = Date.now();
    abort();
    const { exit, finishedAt } = await result;
    expect(exit).toEqual({ kind: 'aborted' });
    expect(finishedAt - abortedAt).toBeGreaterThanOrEqual(graceMs - 1);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await untilGone(pid);
  });

  it('does not kill before the grace is over', async () => {
    const { result, printed, abort } = await startProgram({
      argv: shell(
        'trap "sleep 0.2; echo tidied; exit 4" TERM; echo ready; while :; do sleep 0.02; done',
      ),
    });
    await printed(/ready/);
    abort();
    expect(await textOf((await result).stdout)).toBe('ready\ntidied\n');
  });
});

describe('what a program leaves behind', () => {
  it('is killed when it is still in the group', async () => {
    const { exit, stdout } = await runProgram({
      argv: fixture('leave-behind.mjs', 'attached'),
    });
    expect(exit).toEqual({ kind: 'exited', code: 0 });
    await untilGone(Number(await textOf(stdout)));
  });

  it('cannot keep the run from ending by holding the pipes from outside the group', async () => {
    const { exit, stdout } = await runProgram({ argv: fixture('leave-behind.mjs', 'detached') });
    const pid = Number(await textOf(stdout));
    expect(isRunning(pid)).toBe(true);
    process.kill(pid, 'SIGKILL');
    expect(exit).toEqual({ kind: 'exited', code: 0 });
  });
});

describe('a leader that no signal reaches', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is given up, with the reason for stopping it', async () => {
    vi.useFakeTimers();
    const endless = new Promise<Exit>(() => undefined);
    // No group has a number this large.
    const group = watchGroup({ pid: 2 ** 30, ended: endless }, 1000);
    const ends: Exit[] = [];
    void group.ended.then((exit) => ends.push(exit));
    group.stop({ kind: 'aborted' });
    await vi.advanceTimersByTimeAsync(5900);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(ends).toEqual([{ kind: 'aborted' }]);
  });
});
