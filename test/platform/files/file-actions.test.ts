import { planGround } from '../../repair/plan/fresh-ground.ts';
import { chmod, mkdir, readdir, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { progressOf } from '#repair/rules/plan/progress.ts';
import { sha } from '#model/ids.ts';
import { deletes, planOf, reads, step, writes } from '../../repair/rules/plan/steps.ts';
import { creates, modifies } from '../../repair/plan/plan-actions-samples.ts';
import {
  endOf,
  type Ended,
  execute,
  plantTree,
  treeOf,
  undo,
} from '../../repair/plan/plan-ground.ts';

const reasonOf = (end: Ended, stepId: number) => progressOf(end.progress, stepId).reason;

describe('a link', () => {
  it('is never followed, neither to read nor to write nor to remove', async () => {
    const ground = await planGround({ real: ['100644', 'x'] });
    const outside = join(ground.room, 'outside');
    await mkdir(outside, { recursive: true });
    await plantTree(outside, { file: ['100644', 'secret'] });
    await symlink(outside, join(ground.folder, 'way'));
    await symlink(join(outside, 'file'), join(ground.folder, 'link'));
    const actions = [
      reads('way/file'),
      reads('link'),
      creates('way/new'),
      writes('way/file'),
      writes('link'),
      deletes('way/file'),
      creates('../new'),
      creates('/tmp/new'),
      creates('./'),
      creates('.git/hooks/pre-commit'),
    ];
    const plan = planOf(...actions.map((action, id) => step(id, action)));
    const end = endOf(await execute(ground, plan, { settings: { maxRetries: 2 } }));
    expect(end.progress.steps.map(({ status, attempts }) => [status, attempts])).toEqual(
      actions.map(() => ['failed', 1]),
    );
    expect(end.changes).toEqual([]);
    expect(await treeOf(outside)).toEqual({ file: ['100644', 'secret'] });
    expect(reasonOf(end, 2)).toContain('way is a symbolic link');
    expect(reasonOf(end, 4)).toContain('nothing is written through links');
  });

  it('itself can be made, pointed elsewhere and removed', async () => {
    const ground = await planGround({
      real: ['100644', 'x'],
      old: ['120000', 'real'],
      gone: ['120000', '/etc'],
    });
    const plan = planOf(
      step(1, creates('new', 'real', '120000')),
      step(2, modifies('old', 'else', '120000')),
      step(3, deletes('gone')),
    );
    const end = endOf(await execute(ground, plan));
    expect(await treeOf(ground.folder)).toEqual({
      new: ['120000', 'real'],
      old: ['120000', 'else'],
      real: ['100644', 'x'],
    });
    await undo(ground, end);
    expect(Object.keys(await treeOf(ground.folder))).toHaveLength(3);
  });
});

describe('a file', () => {
  it('that is as wanted already is done, and nothing is noted', async () => {
    const ground = await planGround({ a: ['100755', 'new'], l: ['120000', 'new'] });
    const plan = planOf(
      step(1, creates('a')),
      step(2, modifies('l', 'new', '120000')),
      step(3, deletes('gone')),
    );
    const end = endOf(await execute(ground, plan));
    expect(end).toMatchObject({ kind: 'succeeded', changes: [] });
  });

  it('is changed only where it is as expected', async () => {
    const ground = await planGround({ a: ['100644', 'old'], b: ['100644', 'old'] });
    // What `printf old | git hash-object --stdin` prints, and the same in a repository of SHA-256.
    const expectedBlob = sha.parse('489ce0f857e7634a0eb9f328265a3e91fad49f61');
    const other = sha.parse('4'.repeat(64));
    const plan = planOf(
      step(1, { type: 'delete_file', path: 'a', expectedBlob }),
      step(2, { type: 'delete_file', path: 'b', expectedBlob: other }),
      step(3, modifies('none', 'x')),
      step(4, creates('b', 'other')),
    );
    const end = endOf(await execute(ground, plan));
    expect(end.progress.steps.map(({ status }) => status)).toEqual([
      'succeeded',
      'failed',
      'failed',
      'failed',
    ]);
    expect(reasonOf(end, 2)).toMatch(
      /^b was changed by another program or person: it has the git id [0-9a-f]{64}, where 4{64} /,
    );
    expect(reasonOf(end, 3)).toBe('none does not exist: create it instead.');
    expect(reasonOf(end, 4)).toBe('b exists already: modify it instead.');
  });

  it('keeps who may read it, and makes and removes the folders it needs', async () => {
    const ground = await planGround({ 'd/e/a': ['100644', 'old'], 'd/b': ['100644', 'old'] });
    await chmod(join(ground.folder, 'd/b'), 0o600);
    const plan = planOf(
      step(1, modifies('d/b', 'new')),
      step(2, modifies('d/b', 'script', '100755'), { dependsOn: [1] }),
      step(3, deletes('d/e/a')),
      step(4, creates('f/g/h')),
    );
    const end = endOf(await execute(ground, plan));
    expect((await stat(join(ground.folder, 'd/b'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(ground.folder, 'd'))).toEqual(['b']);
    await undo(ground, end);
    expect(await readdir(ground.folder)).toEqual(['d']);
    expect((await stat(join(ground.folder, 'd/b'))).mode & 0o777).toBe(0o600);
  });

  it('takes the place of folders without files, and of no others', async () => {
    const ground = await planGround({ 'full/a': ['100644', 'x'] });
    await mkdir(join(ground.folder, 'empty/er'), { recursive: true });
    const plan = planOf(
      step(1, creates('empty')),
      step(2, creates('full')),
      step(3, deletes('full')),
      step(4, creates('full/a/b')),
    );
    const end = endOf(await execute(ground, plan));
    expect(await treeOf(ground.folder)).toEqual({
      empty: ['100644', 'new'],
      'full/a': ['100644', 'x'],
    });
    expect(reasonOf(end, 2)).toContain('full is a folder with files in it');
    expect(reasonOf(end, 3)).toContain('full is a folder with files in it');
    expect(reasonOf(end, 4)).toContain('a is a file where a folder is needed');
  });

  it('that cannot be written fails its step and leaves nothing behind', async () => {
    const ground = await planGround();
    const name = 'n'.repeat(256);
    const end = endOf(await execute(ground, planOf(step(1, creates(`d/${name}`)))));
    expect(reasonOf(end, 1)).toContain('ENAMETOOLONG');
    expect(await treeOf(ground.folder)).toEqual({});
  });
});
