import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';
import { createHistory } from '#platform/git/history.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { sha } from '#model/ids.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const history = createHistory({
  processes: createProcesses({
    clock: systemClock,
    parentEnv: { PATH: '/usr/local/bin:/usr/bin:/bin' },
  }),
  scratch: createScratch(),
});

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];

function run(root: string, ...args: string[]): string {
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function repository(): Promise<string> {
  const root = await tempFolder();
  run(root, 'init', '-q', '-b', 'main');
  await write(root, 'a.txt', 'one\ntwo\nthree\n');
  await write(root, 'ü b/c.txt', 'content of some length, so that a rename is seen\n');
  await symlink('a.txt', join(root, 'link'));
  run(root, 'add', '-A');
  run(root, 'commit', '-qm', 'first');
  return root;
}

function commit(root: string, message: string): string {
  run(root, 'add', '-A');
  run(root, 'commit', '-qm', message);
  return run(root, 'rev-parse', 'HEAD');
}

describe('the commit to compare with', () => {
  it('is HEAD, or where the branch left the other one', async () => {
    const root = await repository();
    const first = run(root, 'rev-parse', 'HEAD');
    run(root, 'checkout', '-q', '-b', 'topic');
    await write(root, 'a.txt', 'changed\n');
    const head = commit(root, 'topic');
    run(root, 'checkout', '-q', 'main');
    await write(root, 'd.txt', 'd\n');
    commit(root, 'main moved');
    run(root, 'checkout', '-q', 'topic');
    expect(await history.base(root)).toEqual({ kind: 'commit', commit: head });
    expect(await history.base(root, 'main')).toEqual({ kind: 'commit', commit: first });
  });

  it.each([
    ['nowhere', 'git knows no commit called nowhere here'],
    ['--upload-pack=touch x', 'git knows no commit called --upload-pack=touch x here'],
  ])('%s: unknown', async (ref, because) => {
    expect(await history.base(await repository(), ref)).toEqual({ kind: 'unknown', because });
  });

  it('is none outside of git, before the first commit, and without a common one', async () => {
    const empty = await tempFolder();
    const because = 'the folder is no git repository, or it has no commit yet';
    expect(await history.base(empty)).toEqual({ kind: 'none', because });
    run(empty, 'init', '-q');
    expect(await history.base(empty)).toEqual({ kind: 'none', because });
    const root = await repository();
    run(root, 'checkout', '-q', '--orphan', 'island');
    commit(root, 'island');
    expect(await history.base(root, 'main')).toMatchObject({
      kind: 'none',
      because: 'HEAD and main have no commit in common',
    });
    const shallow = await tempFolder();
    run(shallow, 'clone', '-q', '--depth=1', `file://${root}`, '.');
    run(shallow, 'fetch', '-q', '--depth=1', 'origin', 'main:other');
    expect(await history.base(shallow, 'other')).toMatchObject({
      because:
        'HEAD and other have no commit in common in what was fetched; fetch more of the history',
    });
  });
});

describe('a file as it was', () => {
  it('is read by its path; what is no plain file is not read', async () => {
    const root = await repository();
    const head = sha.parse(run(root, 'rev-parse', 'HEAD'));
    await write(root, 'a.txt', 'changed\n');
    expect(await history.readFile(root, head, 'a.txt')).toBe('one\ntwo\nthree\n');
    expect(await history.readFile(root, head, 'ü b/c.txt')).toMatch(/^content/);
    expect(await history.readFile(root, head, 'link')).toBeUndefined();
    expect(await history.readFile(root, head, 'ü b')).toBeUndefined();
    expect(await history.readFile(root, head, 'none.txt')).toBeUndefined();
  });
});

describe('changes of the working tree', () => {
  it('are renames, deletions, edits and new files', async () => {
    const root = await repository();
    const head = sha.parse(run(root, 'rev-parse', 'HEAD'));
    await rename(join(root, 'ü b/c.txt'), join(root, 'moved ü.txt'));
    run(root, 'add', '-A');
    await rm(join(root, 'link'));
    await write(root, 'a.txt', 'edited\n');
    await write(root, 'new\nline.txt', 'n\n');
    const changes = await history.changesSince(root, head);
    expect([...changes.renames]).toEqual([['ü b/c.txt', 'moved ü.txt']]);
    expect([...changes.deleted]).toEqual(['link']);
    expect([...changes.changed].toSorted()).toEqual(['a.txt', 'moved ü.txt', 'new\nline.txt']);
  });

  it('runs nothing that the repository configures', async () => {
    const root = await repository();
    const head = sha.parse(run(root, 'rev-parse', 'HEAD'));
    const trap = join(root, '.git/trap.sh');
    await writeFile(trap, `#!/bin/sh\ntouch ${root}/caught\nexit 1\n`);
    await chmod(trap, 0o755);
    run(root, 'config', 'core.fsmonitor', trap);
    run(root, 'config', 'diff.external', trap);
    run(root, 'config', 'core.hooksPath', '.git');
    await write(root, 'a.txt', 'edited\n');
    const changes = await history.changesSince(root, head);
    expect([...changes.changed]).toEqual(['a.txt']);
  });
});

describe('the lines that changed', () => {
  it('are those that the base has not, by the new path of their file', async () => {
    const root = await repository();
    await write(root, 'gone.txt', 'to be deleted\n');
    await write(root, '-- odd "name"\t.txt', 'one\ntwo\n');
    const base = sha.parse(commit(root, 'second'));
    await write(root, 'a.txt', 'one\n+++ b/x\n@@ -1 +1 @@\nthree\nfour\n');
    await rename(join(root, 'ü b/c.txt'), join(root, 'ü b/d.txt'));
    await write(root, 'ü b/d.txt', 'content of some length, so that a rename is seen\nmore\n');
    await write(root, '-- odd "name"\t.txt', 'one\n2\n');
    await rm(join(root, 'gone.txt'));
    run(root, 'add', '-A');
    expect([...(await history.changedLines(root, base))]).toEqual([
      ['-- odd "name"\t.txt', [[2, 2]]],
      [
        'a.txt',
        [
          [2, 3],
          [5, 5],
        ],
      ],
      ['ü b/d.txt', [[2, 2]]],
    ]);
    await write(root, 'a.txt', 'one\n');
    expect((await history.changedLines(root, base)).get('a.txt')).toEqual([]);
  });

  it('speaks of a folder inside of a repository with paths of that folder', async () => {
    const root = await repository();
    const base = sha.parse(run(root, 'rev-parse', 'HEAD'));
    await write(root, 'ü b/c.txt', 'other\n');
    await write(root, 'ü b/new.txt', 'new\n');
    await write(root, 'a.txt', 'other\n');
    const folder = join(root, 'ü b');
    expect((await history.changesSince(folder, base)).changed).toEqual(
      new Set(['c.txt', 'new.txt']),
    );
    expect([...(await history.changedLines(folder, base)).keys()]).toEqual(['c.txt']);
    expect(await history.readFile(folder, base, 'c.txt')).toContain('content of some length');
  });
});
