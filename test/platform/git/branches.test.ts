import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBranches } from '#platform/git/branches.ts';
import { type Sha, sha } from '#model/ids.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { openedGit } from '../../support/own-git.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function changed() {
  const repository = await gitRepository({ 'a.txt': 'one\n' });
  const { own, trees } = await openedGit(repository.root);
  const parents = [sha.parse(repository.git('rev-parse', 'HEAD'))];
  await repository.write({ 'a.txt': 'two\n', 'deep/new.txt': 'new\n' });
  const tree = await trees.capture(repository.root);
  const branches = createBranches({ ...own, repository: repository.root });
  const content = { tree, parents, message: 'Repair a\n\nBecause.\n', at: 1_800_000_000_123 };
  const create = async (name: string): Promise<Sha> => {
    const made = await branches.create({ name, ...content });
    if (made.kind === 'exists') throw new Error('it exists');
    return made.commit;
  };
  return { repository, own, branches, content, create };
}

const names: readonly (readonly [string, string | undefined])[] = [
  ['main', 'a branch called main exists already'],
  ['a', 'a branch called a/b exists, and git keeps no branch a beside it'],
  ['a/b/c', 'a branch called a/b exists, and git keeps no branch a/b/c beside it'],
  ['-x', '"-x" is no name that git allows for a branch'],
  ['HEAD', '"HEAD" is no name that git allows for a branch'],
  ['x..y', '"x..y" is no name that git allows for a branch'],
  ['@{-1}', '"@{-1}" is no name that git allows for a branch'],
  ['x.lock', '"x.lock" is no name that git allows for a branch'],
  ['x\ny', String.raw`"x\ny" is no name that git allows for a branch`],
  ['', '"" is no name that git allows for a branch'],
  ['a/c', undefined],
  ['mainly', undefined],
  ['ü-1', undefined],
];

describe('a branch', () => {
  it('is made in the repository, whole, and nothing else changes there', async () => {
    const { repository, create, content } = await changed();
    const { git } = repository;
    const state = () => [
      git('status', '--porcelain'),
      git('rev-parse', 'HEAD'),
      git('ls-files', '-s'),
    ];
    const before = state();
    const commit = await create('ratchetr/fix-1');
    expect(state()).toEqual(before);
    expect(git('rev-parse', 'ratchetr/fix-1')).toBe(commit);
    git('fsck', '--strict', '--no-dangling');
    expect(git('show', 'ratchetr/fix-1:deep/new.txt')).toBe('new');
    expect(git('log', '-1', '--format=%an <%ae> %at %cn <%ce> %ct%n%B', commit)).toBe(
      'Ratchetr <ratchetr@localhost> 1800000000 Ratchetr <ratchetr@localhost> 1800000000\nRepair a\n\nBecause.',
    );
    expect(git('rev-parse', `${commit}^@`)).toBe(content.parents.join('\n'));
  });

  it('that was made before its maker could tell counts as made', async () => {
    const { create } = await changed();
    expect(await create('fix')).toBe(await create('fix'));
  });

  it('leads to the same commit for the same inputs, whoever the person is', async () => {
    const { repository, create } = await changed();
    const first = await create('one');
    repository.git('config', 'user.name', 'Somebody');
    repository.git('config', 'user.email', 'somebody@example.org');
    repository.git('config', 'commit.gpgSign', 'true');
    expect(await create('two')).toBe(first);
  });

  it('may be a merge', async () => {
    const { repository, branches, content } = await changed();
    repository.git('checkout', '-q', '--orphan', 'other');
    const parents = [...content.parents, sha.parse(repository.commit('other'))];
    const made = await branches.create({ ...content, name: 'merged', parents });
    expect(made.kind).toBe('created');
    expect(repository.git('rev-parse', 'merged^1', 'merged^2').split('\n')).toEqual(parents);
  });

  it('is made by one alone when several try', async () => {
    const { repository, branches, content } = await changed();
    const tries = Array.from({ length: 6 }, (_, at) =>
      branches.create({ ...content, name: 'raced', at: at * 1000 }),
    );
    const made = (await Promise.all(tries)).filter(({ kind }) => kind === 'created');
    expect(made).toEqual([{ kind: 'created', commit: repository.git('rev-parse', 'raced') }]);
  });

  it('never takes the place of another, nor of a folder of others', async () => {
    const { repository, branches, content } = await changed();
    repository.git('branch', 'a/b');
    const before = repository.git('show-ref');
    for (const name of ['main', 'a', 'a/b', 'a/b/c']) {
      expect(await branches.create({ ...content, name })).toEqual({ kind: 'exists' });
    }
    expect(repository.git('show-ref')).toBe(before);
  });

  it('has a problem where git or another branch is against its name', async () => {
    const { repository, branches } = await changed();
    repository.git('branch', 'a/b');
    for (const [name, problem] of names) {
      expect(await branches.problemWith(name)).toBe(problem);
    }
  });

  it('goes while it leads there and nobody has it checked out', async () => {
    const { repository, branches, create } = await changed();
    const commit = await create('x');
    const elsewhere = join(await tempFolder(), 'worktree');
    expect(await branches.remove('y', commit)).toBe('absent');
    expect(await branches.remove('x', sha.parse('7'.repeat(40)))).toBe('moved');
    repository.git('worktree', 'add', '-q', elsewhere, 'x');
    expect(await branches.remove('x', commit)).toBe('checked-out');
    repository.git('worktree', 'remove', '--force', elsewhere);
    expect(repository.git('rev-parse', 'x')).toBe(commit);
    expect(await branches.remove('x', commit)).toBe('removed');
    expect(await branches.remove('x', commit)).toBe('absent');
    expect(repository.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    const head = sha.parse(repository.git('rev-parse', 'HEAD'));
    expect(await branches.remove('main', head)).toBe('checked-out');
  });
});
