import { foldersAbove } from '#base/folders-above.ts';
import type { Sha } from '#model/ids.ts';
import type { Branches, NewBranch } from '#repair/needs/branches.ts';
import { ratchetr, commitTree } from './commits.ts';
import { askBytesIn, type OpenedGitFolder } from './git-folder.ts';
import { git, type GitAnswer, must } from './git.ts';

/** Makes branches of what our own git folder holds; it was opened for the repository. */
export function createBranches(deps: OpenedGitFolder): Branches {
  return {
    problemWith: (name) => findNameProblem(deps, name),
    create: (branch) => createBranch(deps, branch),
    remove: (name, commit) => removeBranch(deps, name, commit),
  };
}

async function findNameProblem(deps: OpenedGitFolder, name: string): Promise<string | undefined> {
  const checked = await askRepository(deps, ['check-ref-format', branchRef(name)]);
  if (checked.code !== 0 || name.startsWith('-') || name === 'HEAD') {
    return `${JSON.stringify(name)} is no name that git allows for a branch`;
  }
  const wanted = [...foldersAbove(name), name].map((one) => branchRef(one));
  const listed = must(
    await askRepository(deps, ['for-each-ref', '--format=%(refname)', ...wanted]),
    'list branches',
  );
  const found = listed.stdout.split('\n').filter((ref) => ref !== '');
  const inTheWay = found.find(
    (ref) => wanted.includes(ref) || ref.startsWith(`${branchRef(name)}/`),
  );
  if (inTheWay === undefined) return undefined;
  const other = inTheWay.slice(branchRef('').length);
  if (other === name) return `a branch called ${name} exists already`;
  return `a branch called ${other} exists, and git keeps no branch ${name} beside it`;
}

function branchRef(name: string): string {
  return `refs/heads/${name}`;
}

function askRepository(deps: OpenedGitFolder, args: readonly string[]): Promise<GitAnswer> {
  return git({ ...deps, env: { ...deps.env, ...ratchetr } }, deps.repository, args);
}

async function createBranch(
  deps: OpenedGitFolder,
  { name, ...content }: NewBranch,
): ReturnType<Branches['create']> {
  const commit = await commitTree(deps, content);
  await copyCommit(deps, commit, content.parents);
  const none = '0'.repeat(commit.length);
  const why = ['-m', 'branch: made by Ratchetr'];
  const made = await askRepository(deps, [
    'update-ref',
    '--no-deref',
    ...why,
    branchRef(name),
    commit,
    none,
  ]);
  if (made.code === 0) return { kind: 'created', commit };
  // An earlier attempt that died before it could answer made this very branch.
  const there = await askRepository(deps, ['rev-parse', '--verify', '--quiet', branchRef(name)]);
  if (there.code === 0 && there.stdout.trim() === commit) return { kind: 'created', commit };
  const problem = await findNameProblem(deps, name);
  if (problem === undefined) must(made, `make the branch ${name}`);
  return { kind: 'exists' };
}

/** Not by a fetch: that would follow what the repository configures for remotes. */
async function copyCommit(
  deps: OpenedGitFolder,
  commit: Sha,
  parents: readonly Sha[],
): Promise<void> {
  const input = [commit, ...parents.map((id) => `^${id}`)].map((line) => `${line}\n`).join('');
  const packed = ['pack-objects', '--revs', '--stdout', '--quiet', '--delta-base-offset'];
  const pack = await askBytesIn({ ...deps, input }, packed);
  const unpacked = await askRepository({ ...deps, input: pack }, [
    'unpack-objects',
    '-q',
    '--strict',
  ]);
  must(unpacked, 'bring the commit into the repository');
}

async function removeBranch(
  deps: OpenedGitFolder,
  name: string,
  commit: Sha,
): ReturnType<Branches['remove']> {
  const ref = branchRef(name);
  const state = ['for-each-ref', '--format=%(refname)%00%(objectname)%00%(worktreepath)', ref];
  const found = must(await askRepository(deps, state), 'find the branch')
    .stdout.trimEnd()
    .split('\n');
  const [, at, worktree] = found.map((line) => line.split('\0')).find(([one]) => one === ref) ?? [];
  if (at === undefined) return 'absent';
  if (at !== commit) return 'moved';
  if (worktree !== '') return 'checked-out';
  const removed = await askRepository(deps, ['update-ref', '--no-deref', '-d', ref, commit]);
  if (removed.code === 0) return 'removed';
  const left = await askRepository(deps, ['rev-parse', '--verify', '--quiet', ref]);
  if (left.code !== 0) return 'absent';
  if (left.stdout.trim() === commit) must(removed, `remove the branch ${name}`);
  return 'moved';
}
