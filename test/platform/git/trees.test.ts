import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { sha } from '#model/ids.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function trusted() {
  return (await openedGit()).trees;
}

async function write(root: string, path: string, text: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

describe('a captured folder', () => {
  it('is the same tree as long as nothing in it changes', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'a.txt', 'one\n');
    const before = await trees.capture(folder);
    expect(await trees.capture(folder)).toBe(before);
    await write(folder, '.gitignore', 'ignored\n');
    await write(folder, 'ignored', 'x');
    expect(await trees.compare(before, await trees.capture(folder))).toMatchObject([
      { path: '.gitignore', status: 'added', oldMode: null, newText: 'ignored\n', addedLines: 1 },
    ]);
  });

  it('tells every kind of change with modes, texts and counts', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    const long = Array.from({ length: 30 }, (_, line) => `line ${line}\n`).join('');
    await write(folder, 'old name\t"x".txt', long);
    await write(folder, 'gone.txt', 'gone\n');
    await write(folder, 'mode.sh', 'echo\n');
    await write(folder, 'file.txt', 'text\n');
    await write(folder, 'bytes.bin', new Uint8Array([0, 1, 2]));
    await write(folder, 'big.txt', 'x'.repeat(1024 * 1024 + 1));
    const before = await trees.capture(folder);
    await rename(join(folder, 'old name\t"x".txt'), join(folder, 'new ü.txt'));
    await write(folder, 'new ü.txt', `${long}more\n`);
    await rm(join(folder, 'gone.txt'));
    await chmod(join(folder, 'mode.sh'), 0o755);
    await rm(join(folder, 'file.txt'));
    await symlink('../outside', join(folder, 'file.txt'));
    await write(folder, 'bytes.bin', new Uint8Array([0, 1, 3]));
    await write(folder, 'big.txt', 'y'.repeat(1024 * 1024 + 1));
    const entries = await trees.compare(before, await trees.capture(folder));
    const byPath = Object.fromEntries(entries.map((entry) => [entry.path, entry]));
    expect(byPath).toMatchObject({
      'new ü.txt': { status: 'renamed', oldPath: 'old name\t"x".txt', addedLines: 1 },
      'gone.txt': { status: 'deleted', newMode: null, oldText: 'gone\n', removedLines: 1 },
      'mode.sh': { status: 'modified', oldMode: '100644', newMode: '100755', addedLines: 0 },
      'file.txt': { status: 'type-changed', newMode: '120000', linkTarget: '../outside' },
      'bytes.bin': { status: 'modified', oldText: undefined, newText: undefined },
      'big.txt': { oldText: undefined, newText: undefined, addedLines: 1 },
    });
    expect(entries).toHaveLength(6);
  });

  it('runs nothing that the folder configures', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    const marker = join(await tempFolder(), 'ran');
    execFileSync('git', ['init', '-q', folder]);
    await write(
      folder,
      '.git/config',
      `[core]\n\tfsmonitor = touch ${marker}\n[filter "x"]\n\tclean = touch ${marker}\n`,
    );
    await write(folder, '.gitattributes', '* filter=x diff=x\n');
    await write(folder, 'a.txt', 'one\n');
    const before = await trees.capture(folder);
    await write(folder, 'a.txt', 'two\n');
    const after = await trees.compare(before, await trees.capture(folder));
    expect(after).toMatchObject([{ path: 'a.txt', oldText: 'one\n', newText: 'two\n' }]);
    await expect(rm(marker)).rejects.toThrow('ENOENT');
  });

  it('shows a repository inside as what it is, and nothing of it', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    const before = await trees.capture(folder);
    execFileSync('git', ['init', '-q', join(folder, 'inner')]);
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
    execFileSync('git', [...identity, 'commit', '-q', '--allow-empty', '-m', 'x'], {
      cwd: join(folder, 'inner'),
    });
    expect(await trees.compare(before, await trees.capture(folder))).toMatchObject([
      { path: 'inner', status: 'added', newMode: '160000', newText: undefined },
    ]);
  });

  it('shows even a repository that has no commit, and a pipe as nothing', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'pipe', 'a file at first\n');
    const before = await trees.capture(folder);
    execFileSync('git', ['init', '-q', join(folder, 'inner')]);
    await write(folder, 'inner/new.txt', 'x');
    await rm(join(folder, 'pipe'));
    execFileSync('/usr/bin/mkfifo', [join(folder, 'pipe')]);
    const after = await trees.capture(folder);
    expect(await trees.compare(before, after)).toMatchObject([
      { path: 'inner', status: 'added', newMode: '160000' },
      { path: 'pipe', status: 'deleted' },
    ]);
  });

  it('says which file cannot be read', async ({ skip }) => {
    if (process.getuid?.() === 0) skip('root reads everything');
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'locked.txt', 'x');
    await chmod(join(folder, 'locked.txt'), 0o000);
    await expect(trees.capture(folder)).rejects.toThrow('locked.txt');
  });

  it('takes in what is ignored and leaves out what is named, as asked', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, '.gitignore', 'out\ndeps\n');
    await write(folder, 'a.txt', 'a');
    await write(folder, 'out/b.txt', 'b');
    await write(folder, 'deps/c.txt', 'c');
    await write(folder, 'd[1]*.txt', 'd');
    await write(folder, 'd1x.txt', 'd');
    const all = await trees.capture(folder, { ignored: true, leaveOut: ['deps', 'd[1]*.txt'] });
    expect(await trees.list(all)).toEqual({
      paths: ['.gitignore', 'a.txt', 'd1x.txt', 'out/b.txt'],
      links: new Map(),
    });
    const plain = await trees.capture(folder, { leaveOut: ['deps', 'd[1]*.txt'] });
    expect((await trees.list(plain)).paths).toEqual(['.gitignore', 'a.txt', 'd1x.txt']);
  });

  it('keeps files as they are in another tree, whatever lies in their place', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'secret/a.txt', 'a');
    await write(folder, 'secret/deep/b.txt', 'b');
    await write(folder, 'open.txt', 'one');
    const of = await trees.capture(folder);
    await rm(join(folder, 'secret'), { recursive: true });
    await write(folder, 'secret', 'a file');
    await write(folder, 'open.txt', 'two');
    const kept = await trees.capture(folder, {
      keep: { patterns: ['secret/?.txt', 'secret/deep/*'], of },
    });
    expect((await trees.compare(of, kept)).map(({ path }) => path)).toEqual(['open.txt']);
    await rm(join(folder, 'secret'));
    await write(folder, 'SECRET/new.txt', 'new');
    const again = await trees.capture(folder, { keep: { patterns: ['secret/**'], of } });
    expect(again).toBe(kept);
  });

  it('is made of another with some paths as in a third', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'kept.txt', 'old\n');
    await write(folder, 'tests/gone.txt', 'old\n');
    await write(folder, 'tests/a.txt', 'old\n');
    const before = await trees.capture(folder);
    await write(folder, 'kept.txt', 'new\n');
    await write(folder, 'tests/a.txt', 'new\n');
    await write(folder, 'tests/come.txt', 'new\n');
    await rm(join(folder, 'tests/gone.txt'));
    const after = await trees.capture(folder);
    const paths = ['tests/a.txt', 'tests/come.txt', 'tests/gone.txt'];
    const mixed = await trees.withPaths(after, paths, before);
    expect((await trees.files(before, mixed)).map(({ path }) => path)).toEqual(['kept.txt']);
    expect(await trees.withPaths(mixed, paths, after)).toBe(after);
  });

  it('lists its paths, and where its links lead', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'a b/ü\n.txt', '');
    await symlink('../out side', join(folder, 'link'));
    expect(await trees.list(await trees.capture(folder))).toEqual({
      paths: ['a b/ü\n.txt', 'link'],
      links: new Map([['link', '../out side']]),
    });
  });

  it('may hold names that other file systems read as those of git', async () => {
    const trees = await trusted();
    const folder = await tempFolder();
    await write(folder, 'git~1/config', 'x');
    await write(folder, '.g\u200cit/config', 'x');
    const before = await trees.capture(folder);
    expect((await trees.list(before)).paths).toHaveLength(2);
  });
});

describe('a git folder that is opened for a repository', () => {
  it('knows its commits, and writes nothing twice', async () => {
    const repository = await gitRepository({ 'a.txt': 'one\n', 'deep/b.txt': 'two\n' });
    const { own, trees } = await openedGit(repository.root);
    const head = repository.git('rev-parse', 'HEAD^{tree}');
    expect(await trees.capture(repository.root)).toBe(head);
    expect(await looseObjects(own.gitDir)).toEqual([]);
    await repository.write({ 'a.txt': 'ONE\n' });
    await writeFile(join(repository.root, '.git/info/exclude'), 'mine\n');
    const later = await openedGit(repository.root);
    await repository.write({ mine: 'x' });
    const after = await later.trees.capture(repository.root);
    const commit = sha.parse(repository.git('rev-parse', 'HEAD'));
    expect(await later.trees.compare(commit, after)).toMatchObject([
      { path: 'a.txt', oldText: 'one\n', newText: 'ONE\n' },
    ]);
    expect(await looseObjects(later.own.gitDir)).toHaveLength(2);
  });

  it('finds it under any name, and with longer ids', async () => {
    const root = join(await tempFolder(), 'a "b"\\\n#c');
    await mkdir(root);
    execFileSync('git', ['init', '-q', '--object-format=sha256', root]);
    await write(root, 'a.txt', 'one\n');
    execFileSync('git', ['add', '.'], { cwd: root });
    const tree = execFileSync('git', ['write-tree'], { cwd: root, encoding: 'utf8' }).trim();
    const { own, trees } = await openedGit(root);
    expect(await trees.capture(root)).toBe(tree);
    expect(await looseObjects(own.gitDir)).toEqual([]);
    await rm(join(root, 'a.txt'));
    const of = sha.parse(tree);
    expect(await trees.capture(root, { keep: { patterns: ['a.txt'], of } })).toBe(tree);
  });
});

async function looseObjects(gitDir: string): Promise<readonly string[]> {
  const all = await readdir(join(gitDir, 'objects'), { recursive: true });
  return all.filter((path) => /^[0-9a-f]{2}\/./.test(path));
}
