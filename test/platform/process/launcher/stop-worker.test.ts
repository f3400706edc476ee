import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readIdentity } from '#platform/process/launcher/identity.ts';
import { eventually, isRunning, runProgram, shell, textOf, untilGone } from '../harness.ts';
import { launchOf, makePlace, refOf, wait } from '../workers.ts';

describe.skipIf(process.platform !== 'linux')('stopping', () => {
  it('lets a worker end by itself, and keeps how it did', async () => {
    const { launcher, cwd } = await makePlace();
    const workers = launcher(`trap 'echo asked > asked; exit 3' TERM; touch ready; ${wait}`, {
      graceMs: 20_000,
    });
    const taskRef = refOf(await workers.launch(launchOf(1)));
    await eventually(() => (existsSync(join(cwd, 'ready')) ? true : undefined));
    await workers.stop(taskRef, 'it was closed');
    expect(existsSync(join(cwd, 'asked'))).toBe(true);
    expect((await workers.describe([taskRef])).get(taskRef)).toEqual({
      kind: 'stopped',
      reason: 'it was stopped: it was closed',
      exitCode: 3,
    });
  });

  it.each([
    ['deaf to signals', `trap '' TERM INT HUP; echo $$ > pids; touch ready; ${wait}`],
    ['its grandchildren', `(sleep 300 & echo $! > pids; wait) & sleep 0.1; touch ready; ${wait}`],
    [
      'in sessions of their own',
      `setsid sh -c 'echo $$ > pids; exec sleep 300' & sleep 0.2; touch ready; ${wait}`,
    ],
    [
      'in sessions of their own without its mark',
      `env -i /usr/bin/setsid sh -c 'echo $$ > pids; exec sleep 300' & sleep 0.2; touch ready; ${wait}`,
    ],
    [
      'whose parents are gone',
      `(setsid sh -c 'echo $$ > pids; exec sleep 300' &) ; sleep 0.2; touch ready; ${wait}`,
    ],
    [
      'that outlive the one that ends by itself',
      `setsid env -i sh -c 'trap "" TERM; echo $$ > pids; sleep 300 & wait; sleep 300' & trap 'exit 0' TERM; sleep 0.2; touch ready; ${wait}`,
    ],
    [
      'that are born all the time',
      `trap '' TERM; echo $$ > pids; touch ready; while :; do (trap '' TERM; sleep 300) & sleep 0.01; done`,
    ],
  ])('ends processes: %s', async (_name, script) => {
    const { launcher, cwd } = await makePlace();
    const workers = launcher(script);
    const taskRef = refOf(await workers.launch(launchOf(1)));
    await eventually(() => (existsSync(join(cwd, 'ready')) ? true : undefined));
    const pids = readFileSync(join(cwd, 'pids'), 'utf8').trim().split('\n').map(Number);
    expect(pids.map((pid) => isRunning(pid))).toEqual(pids.map(() => true));
    await workers.stop(taskRef, 'enough');
    for (const pid of pids) await untilGone(pid);
    await untilGone(readIdentity(taskRef)?.pid ?? 0);
    expect(await below(cwd)).toEqual([]);
  });

  it('what has ended is no trouble, and leaves others alone', async () => {
    const { launcher } = await makePlace();
    const workers = launcher(wait);
    const [first, second] = [
      refOf(await workers.launch(launchOf(1))),
      refOf(await workers.launch(launchOf(2))),
    ];
    await workers.stop(first, 'once');
    await workers.stop(first, 'twice');
    const states = await workers.describe([first, second]);
    expect(states.get(first)).toMatchObject({ reason: 'it was stopped: once' });
    expect(states.get(second)).toEqual({ kind: 'alive' });
  });
});

/** Processes that still work in a folder. */
async function below(cwd: string): Promise<readonly string[]> {
  const { stdout } = await runProgram({
    argv: shell('for p in /proc/[0-9]*; do readlink "$p/cwd"; done 2>/dev/null; true'),
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
  });
  return (await textOf(stdout)).split('\n').filter((line) => line === cwd);
}
