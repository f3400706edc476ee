import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkerExit } from '#platform/process/launcher.ts';
import { readIdentity } from '#platform/process/launcher/identity.ts';
import type { Launch } from '#ratchet/needs/launcher.ts';
import { startProgram } from '../../support/programs.ts';
import { eventually, isRunning } from './harness.ts';
import { endOf, launchOf, makePlace, refOf, wait } from './workers.ts';

function tellLaunch({ runId: run, number, kind, workspaceId: id }: Launch) {
  const told = [run, String(number), kind, id, `it's "so"`];
  return ['sh', '-c', 'echo "$@" > told', 'sh', ...told] as const;
}

const exitOfFirst = { workspaceId: 'workspace-1', runId: 'run-1', number: 1 };

describe('a worker', () => {
  it('runs until it ends, with what it printed and how it ended', async () => {
    const { launcher, cwd } = await makePlace();
    const workers = launcher(
      'echo out; echo err >&2; while [ ! -e go ]; do sleep 0.02; done; exit 7',
    );
    const exits: WorkerExit[] = [];
    workers.onExit((exit) => exits.push(exit));
    const taskRef = refOf(await workers.launch(launchOf(1)));
    expect((await workers.describe([taskRef])).get(taskRef)).toEqual({ kind: 'alive' });
    await writeFile(join(cwd, 'go'), '');
    expect(await eventually(() => exits[0])).toEqual({ ...exitOfFirst, taskRef });
    expect((await workers.describe([taskRef])).get(taskRef)).toEqual({
      kind: 'stopped',
      reason: 'it ended with exit code 7',
      exitCode: 7,
    });
    expect(readFileSync(join(cwd, 'workers/run-1-1.log'), 'utf8')).toBe('out\nerr\n');
    expect(exits).toHaveLength(1);
  });

  it('gets what it is given of the environment, and its mark, and nothing else', async () => {
    const { launcher, cwd } = await makePlace();
    const workers = launcher('env > seen; echo done > ended', {
      env: async ({ number }) => ({ GIVEN: `to ${number}` }),
    });
    await workers.launch(launchOf(1));
    await eventually(() => (existsSync(join(cwd, 'ended')) ? true : undefined));
    const seen = readFileSync(join(cwd, 'seen'), 'utf8').split('\n');
    expect(seen).toContain('GIVEN=to 1');
    expect(seen.some((line) => line.startsWith('PATH='))).toBe(true);
    expect(seen.some((line) => line.includes('of ours'))).toBe(false);
  });

  it('is told what it is for by its command', async () => {
    const { launcher, cwd } = await makePlace();
    await launcher('', { command: tellLaunch }).launch(launchOf(2));
    const told = () => readFileSync(join(cwd, 'told'), 'utf8');
    await eventually(() => (existsSync(join(cwd, 'told')) && told() !== '' ? true : undefined));
    expect(told()).toBe(`run-1 2 check workspace-1 it's "so"\n`);
  });

  it('that is no program ends like one that says so', async () => {
    const { launcher } = await makePlace();
    const workers = launcher('', { command: () => ['no-such-program'] });
    const taskRef = refOf(await workers.launch(launchOf(1)));
    const state = await eventually(() => endOf(taskRef));
    expect(state).toBe('over');
    expect((await workers.describe([taskRef])).get(taskRef)).toMatchObject({ exitCode: 127 });
  });

  it('that cannot begin at all is refused', async () => {
    const { launcher, cwd } = await makePlace();
    const outcome = await launcher(wait, { cwd: join(cwd, 'nowhere') }).launch(launchOf(1));
    expect(outcome).toMatchObject({ kind: 'refused' });
    expect(outcome).toHaveProperty('reason', expect.stringContaining('nowhere" does not exist'));
  });
});

describe('a launch', () => {
  it('that is repeated starts nothing new, whoever repeats it', async () => {
    const { launcher, cwd } = await makePlace();
    const script = `echo $$ >> started; ${wait}`;
    const [one, two] = [launcher(script), launcher(script)];
    const outcomes = await Promise.all(
      [one, two, one, two, one, two].map((workers) => workers.launch(launchOf(1))),
    );
    const refs = new Set([...outcomes, await launcher(script).launch(launchOf(1))].map(refOf));
    expect(refs.size).toBe(1);
    await eventually(() => (existsSync(join(cwd, 'started')) ? true : undefined));
    expect(readFileSync(join(cwd, 'started'), 'utf8').trim().split('\n')).toHaveLength(1);
    const [taskRef = ''] = refs;
    await one.stop(taskRef, 'enough');
    expect(refOf(await two.launch(launchOf(1))), 'also once it is over').toBe(taskRef);
    expect(refOf(await two.launch(launchOf(2)))).not.toBe(taskRef);
  });

  it('tells of the end of the worker once, and only who launched it', async () => {
    const { launcher } = await makePlace();
    const [one, two] = [launcher('sleep 0.2'), launcher('sleep 0.2')];
    const exits: WorkerExit[] = [];
    for (const workers of [one, two]) workers.onExit((exit) => exits.push(exit));
    const outcomes = await Promise.all([one.launch(launchOf(1)), two.launch(launchOf(1))]);
    const [taskRef = ''] = outcomes.map(refOf);
    await eventually(() => exits[0]);
    await eventually(() => (endOf(taskRef) === 'over' ? true : undefined));
    expect(exits).toEqual([{ ...exitOfFirst, taskRef }]);
  });

  it('finds no place while as many run as may, and one once another has ended', async () => {
    const { launcher } = await makePlace();
    const [one, two] = [launcher(wait, { most: 2 }), launcher(wait, { most: 2 })];
    const [first, second, third] = await Promise.all([
      one.launch(launchOf(1)),
      one.launch(launchOf(2)),
      one.launch(launchOf(3)),
    ]);
    expect(third).toEqual({ kind: 'later', reason: '2 workers run, and no more than 2 may' });
    expect(await two.launch(launchOf(3))).toMatchObject({ kind: 'later' });
    expect(await two.launch(launchOf(2)), 'its worker runs already').toEqual(second);
    await two.stop(refOf(first), 'enough');
    expect(await two.launch(launchOf(3))).toMatchObject({ kind: 'launched' });
  });
});

describe('a launcher that stops all', () => {
  it('ends the workers of others too, and needs none', async () => {
    const { launcher } = await makePlace();
    await launcher('').stopAll('nobody is there');
    const [one, two] = [launcher(wait), launcher(wait)];
    const refs = [await one.launch(launchOf(1)), await two.launch(launchOf(2))].map(refOf);
    await one.stopAll('enough');
    const states = await two.describe(refs);
    expect(refs.map((taskRef) => states.get(taskRef)?.kind)).toEqual(['stopped', 'stopped']);
  });
});

describe.skipIf(process.platform !== 'linux')('a worker whose launcher was killed', () => {
  it('lives on, is found, adopted and stopped by the next one', async () => {
    const { launcher, cwd } = await makePlace();
    const folder = join(cwd, 'workers');
    const control = startProgram('launch-worker.mjs', folder, cwd);
    const taskRef = await control.nextLine();
    await control.kill('SIGKILL');
    const next = launcher('exit 1');
    expect((await next.describe([taskRef])).get(taskRef)).toEqual({ kind: 'alive' });
    expect(refOf(await next.launch(launchOf(1)))).toBe(taskRef);
    await next.stop(taskRef, 'it was closed');
    expect((await next.describe([taskRef])).get(taskRef)).toMatchObject({
      kind: 'stopped',
      reason: 'it was stopped: it was closed',
    });
    const pid = readIdentity(taskRef)?.pid ?? 0;
    expect(isRunning(pid)).toBe(false);
  });

  it('still leaves behind how it ended', async () => {
    const { launcher, cwd } = await makePlace();
    const control = startProgram('launch-worker.mjs', join(cwd, 'workers'), cwd);
    const taskRef = await control.nextLine();
    await control.kill('SIGKILL');
    await writeFile(join(cwd, 'go'), '');
    await eventually(() => (endOf(taskRef) === 'over' ? true : undefined));
    const state = (await launcher('').describe([taskRef])).get(taskRef);
    expect(state).toMatchObject({ kind: 'stopped', exitCode: 5 });
  });
});

describe.skipIf(process.platform !== 'linux')(
  'a number that the system gave to another process',
  () => {
    it('is not taken for the worker, nor stopped', async () => {
      const { launcher } = await makePlace();
      const workers = launcher(wait);
      const taskRef = refOf(await workers.launch(launchOf(1)));
      const { pid = 0, start = 0, boot = '' } = readIdentity(taskRef) ?? {};
      const others = [
        `${pid}:${start - 1}:${boot}:run-1-2`,
        `${pid}:${start}:00000000-0000-0000-0000-000000000000:run-1-2`,
        `${process.pid}:1:${boot}:run-1-2`,
      ];
      const states = await workers.describe(others);
      for (const other of others) {
        expect(states.get(other)).toMatchObject({ kind: 'stopped' });
        await workers.stop(other, 'must not happen');
      }
      expect((await workers.describe([taskRef])).get(taskRef)).toEqual({ kind: 'alive' });
    });

    it('and what no launcher of this kind gave is unknown', async () => {
      const { launcher } = await makePlace();
      const refs = ['', 'arn:aws:ecs:task/1', '0:1:2:run-1-1', '1:2', '7:8:9:../x'];
      const workers = launcher(wait);
      for (const [, state] of await workers.describe(refs))
        expect(state).toEqual({ kind: 'unknown' });
      for (const ref of refs) await workers.stop(ref, 'must not happen');
    });
  },
);
