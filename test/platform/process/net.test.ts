import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { Command } from '#check/needs/processes.ts';

import { fixture, isRunning, makeFolder, runProgram, shell, textOf, untilGone } from './harness.ts';

const quiet = '>/dev/null 2>&1';
const hostile = new URL('../../fixtures/agents-hostile/', import.meta.url).pathname;

/** Runs a script that prints the numbers of what it leaves behind; all of these are killed after the test. */
async function leave(script: string, more: Partial<Command> = {}): Promise<readonly number[]> {
  const cwd = await makeFolder();
  const env = { PATH: process.env['PATH'] ?? '' };
  const command = { argv: shell(script), cwd, env, net: { folders: [cwd] }, ...more };
  const pids = (await textOf((await runProgram(command)).stdout)).trim().split(/\s+/).map(Number);
  onTestFinished(() => pids.filter((pid) => isRunning(pid)).forEach((pid) => process.kill(pid, 9)));
  return pids;
}

/** A process of ours that no run may touch. */
function bystander(cwd: string): number {
  const { pid = 0 } = spawn('sleep', ['300'], { cwd, detached: true, stdio: 'ignore' });
  onTestFinished(() => void process.kill(pid, 'SIGKILL'));
  return pid;
}

describe.skipIf(process.platform !== 'linux')('the net', () => {
  it.each([
    ['a session of its own', `setsid sleep 300 ${quiet} & echo $!`],
    ['no parent of ours, in another folder', `setsid sh -c 'cd /; sleep 300 ${quiet} & echo $!'`],
    ['no variable of ours, in the folder', `env -i setsid sh -c 'sleep 300 ${quiet} & echo $!'`],
    [
      'no variable of ours, in a folder that is gone',
      `env -i setsid sh -c 'sleep 300 ${quiet} & echo $!'; rm -r "$PWD"`,
    ],
    [
      'no variable of ours, elsewhere, with a file of the folder open',
      `exec 3>held; cd /; env -i setsid sh -c 'sleep 300 ${quiet} & echo $!'`,
    ],
    ['deaf to signals', `setsid sh -c 'trap "" TERM HUP INT; sleep 300 ${quiet} & echo $!'`],
  ])('kills what has %s', async (_name, script) => {
    const pids = await leave(script);
    expect(pids).toHaveLength(1);
    for (const pid of pids) await untilGone(pid);
  });

  it('kills after a time-out, too, and what holds the pipes open', async () => {
    const [pid = 0] = await leave('setsid sleep 300 & echo $!; sleep 300', {
      wallMs: 500,
      graceMs: 100,
    });
    expect(pid).toBeGreaterThan(1);
    await untilGone(pid);
  });

  it('gets all of what multiplies meanwhile', async () => {
    const script = `sh ${hostile}forks.sh 200 ${quiet} & sleep 0.3; echo $!`;
    const name = `forks-${process.pid}`;
    await leave(script, { env: { PATH: process.env['PATH'] ?? '', NAME: name } });
    expect(await marked(`NAME=${name}`)).toEqual([]);
    await sleep(300);
    expect(await marked(`NAME=${name}`)).toEqual([]);
  });

  it('spares what is not of the run: others elsewhere, and whoever was in the folder before', async () => {
    const cwd = await makeFolder();
    const before = bystander(cwd);
    // Starts are told in hundredths of a second.
    await sleep(50);
    const script = 'echo $$; while [ ! -e go ]; do sleep 0.02; done';
    const leaving = leave(script, { cwd, net: { folders: [cwd] } });
    const elsewhere = bystander(await makeFolder());
    const inSibling = bystander('/');
    await runProgram({ argv: ['touch', 'go'], cwd, env: { PATH: process.env['PATH'] ?? '' } });
    await leaving;
    expect([before, elsewhere, inSibling].map((pid) => isRunning(pid))).toEqual([true, true, true]);
  });
});

describe.skipIf(process.platform !== 'linux')('our own end', () => {
  it('is the end of all that runs', async () => {
    const folder = await makeFolder();
    const { exit, stdout } = await runProgram({
      argv: fixture('exit-hard.mjs', folder),
      env: { PATH: process.env['PATH'] ?? '' },
    });
    expect(exit).toEqual({ kind: 'exited', code: 130 });
    const pids = (await textOf(stdout)).trim().split(' ').map(Number);
    expect(pids).toHaveLength(2);
    for (const pid of pids) await untilGone(pid);
  });
});

/** Processes with this variable that run. */
async function marked(variable: string): Promise<readonly string[]> {
  const { stdout } = await runProgram({
    argv: shell(`cd /proc; grep -lzxF '${variable}' [0-9]*/environ 2>/dev/null; true`),
    env: { PATH: process.env['PATH'] ?? '' },
  });
  return (await textOf(stdout)).split('\n').filter(Boolean);
}
