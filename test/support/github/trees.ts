import type { TreeEntry } from './git-objects.ts';
import type { GitStore } from './git-store.ts';

/** A file to put somewhere; null takes away what is there. */
export type TreeChange = { readonly mode: string; readonly sha: string } | null;

/** What lies at a path of a tree, folder or file. */
export function entryAt(git: GitStore, tree: string, path: string): TreeEntry | undefined {
  let entry: TreeEntry | undefined = { name: '', mode: folderMode, sha: tree };
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (entry === undefined || !isFolder(entry)) return undefined;
    entry = entriesOf(git, entry.sha).find((child) => child.name === name);
  }
  return entry;
}

/** Writes a tree that differs from another one at these paths; folders that become empty go. */
export function editTree(
  git: GitStore,
  tree: string | undefined,
  changes: ReadonlyMap<string, TreeChange>,
): string {
  const entries = new Map(
    (tree === undefined ? [] : entriesOf(git, tree)).map((entry) => [entry.name, entry]),
  );
  for (const [name, below] of groupByFolder(changes)) {
    const old = entries.get(name);
    const own = below.get('');
    if (own) entries.set(name, { name, ...own });
    else if (own === null) entries.delete(name);
    else {
      const sha = editTree(git, old && isFolder(old) ? old.sha : undefined, below);
      if (entriesOf(git, sha).length === 0) entries.delete(name);
      else entries.set(name, { name, mode: folderMode, sha });
    }
  }
  return git.writeTree([...entries.values()]);
}

export const folderMode = '40000';

export function isFolder(entry: TreeEntry): boolean {
  return entry.mode === folderMode;
}

/** The entries of a tree that has to be there. */
export function entriesOf(git: GitStore, tree: string): readonly TreeEntry[] {
  const entries = git.tree(tree);
  if (!entries) throw new Error(`There is no tree ${tree} in ${git.dir}`);
  return entries;
}

// The first part of each path, with what is to change below it; an empty path is the part itself.
function groupByFolder(
  changes: ReadonlyMap<string, TreeChange>,
): ReadonlyMap<string, ReadonlyMap<string, TreeChange>> {
  const groups = new Map<string, Map<string, TreeChange>>();
  for (const [path, change] of changes) {
    const [name = '', ...rest] = path.split('/');
    const group = groups.get(name) ?? new Map<string, TreeChange>();
    groups.set(name, group.set(rest.join('/'), change));
  }
  return groups;
}
