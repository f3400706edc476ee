import { planGround } from './fresh-ground.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileActions } from '#platform/files/file-actions.ts';
import { systemClock } from '#platform/system/clock.ts';
import { statuses } from '../rules/plan/carried-out.ts';
import { asks, deletes, planOf, reads, step, writes } from '../rules/plan/steps.ts';
import { progressOf } from '#repair/rules/plan/progress.ts';
import { creates, modifies, shell, uses } from './plan-actions-samples.ts';
import { endOf, type Ended, execute, treeOf, undo } from './plan-ground.ts';

const reasonOf = (end: Ended, stepId: number) => progressOf(end.progress, stepId).reason;

describe('a plan of all kinds of steps', () => {
  it('is carried out, tells what it did, and is taken back', async () => {
    const before = { 'a.txt': ['100644', 'old'], 'run.sh': ['100755', '#!/bin/sh\n'] } as const;
    const ground = await planGround(before);
    const plan = planOf(
      step(1, creates('deep/er/b.txt')),
      step(2, modifies('a.txt', 'newer')),
      step(3, deletes('run.sh')),
      step(4, reads('a.txt'), { dependsOn: [2] }),
      step(5, shell('echo "*.log" > .gitignore; echo 1 > x.log; rm a.txt; echo done'), {
        dependsOn: [4],
        onlyIf: [{ step: 4, is: 'succeeded', outputContains: 'newer' }],
      }),
      step(6, creates('never'), { dependsOn: [5], onlyIf: [{ step: 5, is: 'failed' }] }),
    );
    const end = endOf(await execute(ground, plan));
    expect(end.kind).toBe('succeeded');
    expect(statuses(end.progress)).toMatchObject({ 5: 'succeeded', 6: 'skipped' });
    expect(progressOf(end.progress, 4).output).toBe('newer');
    expect(progressOf(end.progress, 5).output).toBe('done\n');
    expect(Object.keys(await treeOf(ground.folder)).toSorted()).toEqual([
      '.gitignore',
      'deep/er/b.txt',
      'x.log',
    ]);
    expect(end.changes.filter(({ stepId }) => stepId === 5).map(({ path }) => path)).toEqual([
      '.gitignore',
      'a.txt',
      'x.log',
    ]);
    expect((await undo(ground, end)).kind).toBe('succeeded');
    expect(await treeOf(ground.folder)).toEqual(before);
  });

  it('that cannot be carried out is refused before anything is done', async () => {
    const ground = await planGround();
    const result = await execute(ground, planOf(step(1, creates('a'), { dependsOn: [1] })));
    expect(result).toMatchObject({ kind: 'refused', problems: [{ kind: 'cycle' }] });
    await execute(ground, planOf(step(1, creates('b'))));
    expect(await execute(ground, planOf(step(1, creates('c'))))).toMatchObject({
      kind: 'refused',
      problems: [{ sentence: expect.stringContaining('belongs to another plan') }],
    });
    expect(Object.keys(await treeOf(ground.folder))).toEqual(['b']);
  });
});

describe('a step that fails', () => {
  it('is taken back alone where it says so', async () => {
    const ground = await planGround({ kept: ['100644', 'old'] });
    const line = 'echo half > half; echo new > kept; mkdir sub; echo 1 > sub/1; exit 9';
    const plan = planOf(
      step(1, creates('sibling')),
      step(2, shell(line, false), { rollbackOnFail: true, dependsOn: [1] }),
      step(3, creates('after'), { dependsOn: [1] }),
    );
    const end = endOf(await execute(ground, plan));
    expect(end.kind).toBe('failed');
    expect(statuses(end.progress)).toEqual({ 1: 'succeeded', 2: 'rolled_back', 3: 'succeeded' });
    expect(reasonOf(end, 2)).toBe('sh ended with 9, where 0 means success.');
    expect(await treeOf(ground.folder)).toEqual({
      after: ['100644', 'new'],
      kept: ['100644', 'old'],
      sibling: ['100644', 'new'],
    });
  });

  it('stays as it is where it does not, and is tried again as often as allowed', async () => {
    const ground = await planGround();
    const line = 'echo x >> tries; test $(wc -l < tries) -ge 3';
    const plan = planOf(step(1, shell(line)), step(2, shell(`${line}; exit 1`, false)));
    const end = endOf(await execute(ground, plan, { settings: { maxRetries: 2 } }));
    expect(statuses(end.progress)).toEqual({ 1: 'succeeded', 2: 'failed' });
    expect(progressOf(end.progress, 1)).toMatchObject({ attempts: 3, failures: 2 });
    expect(await readFile(join(ground.folder, 'tries'), 'utf8')).toBe('x\n'.repeat(4));
  });

  it('and cannot be taken back says why', async () => {
    const ground = await planGround();
    const plan = planOf(
      step(1, shell('mkdir d; echo 1 > d/f; exit 1'), { rollbackOnFail: true, maxRetries: 0 }),
    );
    const files = { ...fileActions, delete_file: refuses };
    const end = endOf(await execute(ground, plan, { actions: { files } }));
    expect(statuses(end.progress)).toEqual({ 1: 'failed' });
    expect(reasonOf(end, 1)).toContain('It could not be reverted: No.');
  });

  it('because it changed more than can be kept is taken back at once', async () => {
    const ground = await planGround({ a: ['100644', 'old'] });
    const plan = planOf(
      step(1, shell('mkdir d; head -c 2000 /dev/zero > d/big; echo new > a'), { maxRetries: 1 }),
    );
    const end = endOf(await execute(ground, plan, { settings: { mostChangedBytes: 2_000 } }));
    expect(progressOf(end.progress, 1)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(reasonOf(end, 1)).toContain('changed files of more than 2000 bytes');
    expect(await treeOf(ground.folder)).toEqual({ a: ['100644', 'old'] });
  });

  it('because the folder cannot be kept before it is not begun', async () => {
    const ground = await planGround();
    await mkdir(ground.room);
    await writeFile(join(ground.room, 'kept'), 'a file in the place of a folder');
    const end = endOf(await execute(ground, planOf(step(1, shell('echo 1 > a')))));
    expect(reasonOf(end, 1)).toContain('so the step was not started: EEXIST');
    expect(await treeOf(ground.folder)).toEqual({});
  });

  it('for lack of anybody who can carry it out says so', async () => {
    const plan = planOf(
      step(1, asks()),
      step(2, { type: 'browser_act', acts: [{ do: 'open', url: 'about:blank' }] }),
      step(3, uses('deploy')),
      step(4, {
        type: 'run_command',
        argv: ['no-such'],
        cwd: '.',
        env: {},
        idempotent: true,
        successCodes: [0],
      }),
      step(5, {
        type: 'run_command',
        argv: ['true'],
        cwd: '../x',
        env: {},
        idempotent: true,
        successCodes: [0],
      }),
    );
    const end = endOf(await execute(await planGround(), plan, { settings: { maxRetries: 3 } }));
    expect(end.progress.steps.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
    expect(reasonOf(end, 1)).toContain('teps of the type get_user_input cannot be executed here');
    expect(reasonOf(end, 3)).toBe('No tool is called deploy here; there is none.');
    expect(reasonOf(end, 4)).toContain('Cannot start "no-such"');
    expect(reasonOf(end, 5)).toContain('may leave the folder');
  });
});

describe('steps at the same time', () => {
  it('are as many as allowed, and never two on one path', async () => {
    const running = new Map<number, string>();
    let most = 0;
    const watched = async (action: { readonly path: string }, { stepId }: { stepId: number }) => {
      expect([...running.values()]).not.toContain(action.path);
      running.set(stepId, action.path);
      most = Math.max(most, running.size);
      await systemClock.sleep(5);
      running.delete(stepId);
      return { kind: 'succeeded', output: '', usd: 0 } as const;
    };
    const files = { create_file: watched, modify_file: watched, delete_file: watched };
    const steps = Array.from({ length: 30 }, (_, id) => step(id, writes(`file-${id % 7}`)));
    const settings = { parallel: 3 };
    const end = endOf(
      await execute(await planGround(), planOf(...steps), { settings, actions: { files } }),
    );
    expect(end.kind).toBe('succeeded');
    expect(most).toBe(3);
  });

  it('are all waited for when one of them meets a bug', async () => {
    let ended = 0;
    const slow = async () => {
      await systemClock.sleep(30);
      ended += 1;
      return { kind: 'succeeded', output: '', usd: 0 } as const;
    };
    const files = { create_file: buggy, modify_file: slow };
    const plan = planOf(step(1, writes('a')), step(2, creates('b')), step(3, writes('c')));
    await expect(execute(await planGround(), plan, { actions: { files } })).rejects.toThrow(
      'a bug',
    );
    expect(ended).toBe(2);
  });
});

describe('a tool', () => {
  it('that somebody registered is used alone, and what it changed can be taken back', async () => {
    const ground = await planGround({ a: ['100644', 'old'] });
    const seen: unknown[] = [];
    const tools = new Map([
      [
        'change',
        async (input: unknown, { folder }: { readonly folder: string }) => {
          seen.push(input);
          await writeFile(join(folder, 'a'), 'by the tool');
          return { kind: 'succeeded', output: 'did it', usd: 0.25 } as const;
        },
      ],
      [
        'break',
        async () => {
          throw new Error('no network');
        },
      ],
    ]);
    const plan = planOf(step(1, uses('change')), step(2, uses('break')), step(3, uses('other')));
    const end = endOf(await execute(ground, plan, { actions: { tools } }));
    expect(seen).toEqual([{ a: 1 }]);
    expect(end.usd).toBe(0.25);
    expect(reasonOf(end, 2)).toBe('The tool break broke: no network');
    expect(reasonOf(end, 3)).toBe('No tool is called other here; there are change, break.');
    await undo(ground, end);
    expect(await treeOf(ground.folder)).toEqual({ a: ['100644', 'old'] });
  });
});

describe('what is no part of the folder', () => {
  it('is neither kept nor taken back', async () => {
    const ground = await planGround({
      'dependencies/a': ['100644', 'old'],
      '.git/config': ['100644', 'x'],
    });
    const line = 'echo new > dependencies/a; echo y > .git/config; echo 1 > b';
    const plan = planOf(step(1, shell(line)));
    const end = endOf(await execute(ground, plan, { leaveOut: ['dependencies'] }));
    expect(end.changes.map(({ path }) => path)).toEqual(['b']);
  });
});

async function refuses() {
  return { kind: 'failed', reason: 'No.', output: '', isFinal: true } as const;
}

async function buggy(): Promise<never> {
  throw new Error('a bug');
}
