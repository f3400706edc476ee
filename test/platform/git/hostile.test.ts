import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBranches } from '#platform/git/branches.ts';
import { createCopies } from '#platform/git/copies.ts';
import { createHistory } from '#platform/git/history.ts';
import { createMerges } from '#platform/git/merges.ts';
import { type Sha, sha } from '#model/ids.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Stage, vectors } from './hostile-vectors.ts';

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];

/** A repository with two sides that conflict in one file, and a work tree that was changed. */
async function diverged(): Promise<GitRepository & { readonly theirs: Sha }> {
  const repository = await gitRepository({ 'a.txt': 'one\n', 'b.txt': 'two\n', 'gone.txt': 'x\n' });
  const { git, write } = repository;
  git('checkout', '-q', '-b', 'theirs');
  await write({ 'a.txt': 'theirs\n' });
  const theirs = sha.parse(repository.commit('theirs'));
  git('checkout', '-q', 'main');
  await write({ 'a.txt': 'ours\n' });
  repository.commit('ours');
  return { ...repository, theirs };
}

async function marker() {
  const folder = await tempFolder();
  const program = join(folder, 'program');
  const marks = join(folder, 'marks');
  await mkdir(marks);
  await writeFile(program, `#!/bin/sh\necho "$0 $*" > "${marks}/$$"\n`);
  await chmod(program, 0o755);
  return { program, marks: () => readdir(marks) };
}

function stageAt(root: string, program: string): Stage {
  return {
    root,
    program,
    config: (key, value) =>
      execFileSync('git', ['config', key, value], { cwd: root, stdio: 'pipe' }),
    write: async (path, text) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
  };
}

interface Target {
  readonly root: string;
  readonly head: Sha;
  readonly theirs: Sha;
  readonly ask: (work: Promise<unknown>) => Promise<unknown>;
}

/** Everything that we ever ask git about a repository. */
async function useRepository({ root, head, theirs, ask }: Target) {
  const { own, trees } = await openedGit(root);
  const history = createHistory(own);
  await history.base(root, 'theirs');
  await ask(history.readFile(root, head, 'gone.txt'));
  await history.changesSince(root, theirs);
  await ask(history.changedLines(root, theirs));
  const tree = await trees.capture(root);
  const ours = await trees.capture(root, { ignored: true });
  await trees.list(tree);
  await ask(trees.compare(theirs, tree));
  await trees.integrate({ base: tree, ours, theirs });
  await ask(trees.patch(tree, theirs).then((patch) => trees.applyPatch(tree, patch)));
  await ask(createMerges({ ...own, repository: root }).prepare(head, theirs));
  const branches = createBranches({ ...own, repository: root });
  const branch = { name: 'made', tree, parents: [head], message: 'x', at: 0 };
  const made = await branches.create(branch);
  if (made.kind === 'created') await branches.remove('made', made.commit);
  return { own, tree };
}

/** A worker makes a repository of the copy and plants there what it can. */
async function useCopy(
  { own, tree }: Awaited<ReturnType<typeof useRepository>>,
  root: string,
  plant: (root: string) => Promise<unknown>,
): Promise<void> {
  const copies = createCopies({ ...own, repository: root, parent: await tempFolder() });
  const copy = await copies.open(tree, { hidden: ['b.txt'], linked: [] });
  for (let round = 0; round < 2; round += 1) {
    execFileSync('git', ['init', '-q', copy.path]);
    await plant(copy.path).catch(() => undefined);
    const result = await copy.result();
    await copy.settle(result);
  }
  await copy.remove();
}

describe('nothing that was planted runs', () => {
  it.each(Object.entries(vectors))('%s', async (_name, { plant, trigger, breaks }) => {
    const { root, theirs, git } = await diverged();
    const { program, marks } = await marker();
    const head = sha.parse(git('rev-parse', 'HEAD'));
    const ask = (work: Promise<unknown>) => (breaks ? work.catch(() => undefined) : work);
    await plant(stageAt(root, program));
    const before = await marks();
    const used = await useRepository({ root, head, theirs, ask });
    await useCopy(used, root, (folder) => plant(stageAt(folder, program)));
    expect(await marks()).toEqual(before);
    for (const args of trigger) spawnSync('git', [...identity, ...args], { cwd: root });
    expect((await marks()).length).toBeGreaterThan(before.length);
  });
});

describe('what a repository says about itself', () => {
  it('leads nowhere else: its work tree, its `.git`, its objects', async () => {
    const { root, git } = await diverged();
    const victim = await tempFolder();
    await writeFile(join(victim, 'kept.txt'), 'kept\n');
    git('config', 'core.worktree', victim);
    const { trees } = await openedGit(root);
    const before = await trees.capture(root);
    expect((await trees.list(before)).paths).toContain('a.txt');
    expect(await readdir(victim)).toEqual(['kept.txt']);
  });

  it('may be that its objects lie behind a link, and that alternates lead round', async () => {
    const { root, git } = await diverged();
    const objects = join(root, '.git/objects');
    const moved = join(await tempFolder(), 'objects');
    await rename(objects, moved);
    await symlink(moved, objects);
    await writeFile(join(moved, 'info/alternates'), `${moved}\n${objects}\n../objects\n`);
    const { own, trees } = await openedGit(root);
    const tree = await trees.capture(root);
    expect(tree).toBe(git('rev-parse', 'HEAD^{tree}'));
    const branches = createBranches({ ...own, repository: root });
    const head = sha.parse(git('rev-parse', 'HEAD'));
    const made = { name: 'made', tree, parents: [head], message: 'x', at: 0 };
    expect(await branches.create(made)).toMatchObject({ kind: 'created' });
  });
});

const addedByShells = ['PWD', 'OLDPWD', 'SHLVL', '_'];

describe('the environment of git', () => {
  it('has no variable of ours but PATH', async () => {
    const tools = await tempFolder();
    const seen = join(tools, 'seen');
    await writeFile(
      join(tools, 'git'),
      `#!/bin/sh\nenv >> "${seen}"\nPATH=/usr/local/bin:/usr/bin:/bin exec git "$@"\n`,
    );
    await chmod(join(tools, 'git'), 0o755);
    const { program, marks } = await marker();
    const hostile = {
      GIT_DIR: '/stolen',
      GIT_WORK_TREE: '/stolen',
      GIT_INDEX_FILE: '/stolen',
      GIT_OBJECT_DIRECTORY: '/stolen',
      GIT_EXTERNAL_DIFF: program,
      GIT_SSH_COMMAND: program,
      GIT_ASKPASS: program,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: program,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${program}'`,
      GIT_EXEC_PATH: tools,
      GIT_TEMPLATE_DIR: tools,
      HOME: tools,
      XDG_CONFIG_HOME: tools,
      TOKEN: 'secret',
    };
    const { root } = await diverged();
    const { own, trees } = await openedGit(root, { PATH: `${tools}:/usr/bin:/bin`, ...hostile });
    await createHistory(own).base(root);
    await trees.capture(root);
    const environment = await readFile(seen, 'utf8');
    const names = environment.match(/^[A-Za-z_]+(?==)/gm) ?? [];
    const known = new Set(['LC_ALL', 'PATH', ...addedByShells]);
    expect(names.filter((name) => !name.startsWith('GIT_') && !known.has(name))).toEqual([]);
    expect(names).not.toContain('GIT_DIR');
    for (const value of [program, `=${tools}\n`, '/stolen', 'secret']) {
      expect(environment).not.toContain(value);
    }
    expect(await marks()).toEqual([]);
  });
});
