import { execFile } from 'node:child_process';
import type { GitPerson, TreeEntry } from './git-objects.ts';
import type { GitStore } from './git-store.ts';
import { mergeBases } from './history.ts';
import { entriesOf, folderMode, isFolder } from './trees.ts';

export type Merge = { readonly tree: string } | { readonly conflict: true };

/** Merges two commits as git does, without a work tree. */
export async function mergeCommits(git: GitStore, ours: string, theirs: string): Promise<Merge> {
  const bases = mergeBases(git, ours, theirs);
  const [base] = bases;
  if (base === theirs) return { tree: treeOf(git, ours) };
  if (base === ours) return { tree: treeOf(git, theirs) };
  if (bases.length === 1 && base !== undefined) {
    const sides = { base: treeOf(git, base), ours: treeOf(git, ours), theirs: treeOf(git, theirs) };
    const tree = mergeApart(git, sides);
    if (tree !== undefined) return { tree };
  }
  return mergeByGit(git, ours, theirs);
}

/** Writes the commit of a merge. */
export function writeMerge(
  git: GitStore,
  merge: { tree: string; parents: readonly string[]; by: GitPerson; message: string },
): string {
  const { tree, parents, by, message } = merge;
  return git.writeCommit({
    tree,
    parents,
    author: by,
    committer: by,
    signature: undefined,
    message,
  });
}

/** The tree of a commit that has to be there. */
export function treeOf(git: GitStore, sha: string): string {
  const commit = git.commit(sha);
  if (!commit) throw new Error(`There is no commit ${sha} in ${git.dir}`);
  return commit.tree;
}

interface Sides {
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
}

/**
 * Merges what no two sides changed alike, which is nearly every pull request, and spares the git
 * process. Undefined: a path was changed on both sides, or it may be a rename, so git must say.
 */
function mergeApart(git: GitStore, sides: Sides): string | undefined {
  const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map(
    (sha) =>
      new Map((sha === undefined ? [] : entriesOf(git, sha)).map((entry) => [entry.name, entry])),
  );
  if (!base || !ours || !theirs) return undefined;
  const merged: TreeEntry[] = [];
  for (const name of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const three = { base: base.get(name), ours: ours.get(name), theirs: theirs.get(name) };
    const entry = mergeEntry(git, three);
    if (entry === 'git') return undefined;
    if (entry) merged.push(entry);
  }
  return git.writeTree(merged);
}

function mergeEntry(
  git: GitStore,
  three: {
    base?: TreeEntry | undefined;
    ours?: TreeEntry | undefined;
    theirs?: TreeEntry | undefined;
  },
): TreeEntry | undefined | 'git' {
  const { base, ours, theirs } = three;
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  const all = [base, ours, theirs].filter((entry) => entry !== undefined);
  if (!ours || !theirs || !all.every(isFolder)) return 'git';
  const sha = mergeApart(git, { base: base?.sha, ours: ours.sha, theirs: theirs.sha });
  if (sha === undefined) return 'git';
  if (entriesOf(git, sha).length === 0) return undefined;
  return { name: ours.name, mode: folderMode, sha };
}

function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.sha === other?.sha && one?.mode === other?.mode;
}

function mergeByGit(git: GitStore, ours: string, theirs: string): Promise<Merge> {
  const args = ['merge-tree', '--write-tree', '--no-messages', '--allow-unrelated-histories'];
  return new Promise((resolve, reject) => {
    execFile('git', [...args, ours, theirs], { cwd: git.dir }, (error, stdout) => {
      if (!error) resolve({ tree: stdout.slice(0, 40) });
      // Git ends with 1 on a conflict; everything else is no merge at all.
      else if (error.code === 1) resolve({ conflict: true });
      else reject(error);
    });
  });
}
