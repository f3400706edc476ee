import { type Sha, sha } from '#model/ids.ts';
import type { Integration } from '#repair/needs/trees.ts';
import { writeCommit } from './commits.ts';
import { fieldsOf, type GitFolder, tryIn } from './git-folder.ts';
import { must } from './git.ts';

/** Merges two trees that grew from a third. */
export async function integrateTrees(
  own: GitFolder,
  { base, ours, theirs }: { readonly base: Sha; readonly ours: Sha; readonly theirs: Sha },
): Promise<Integration> {
  if (base === theirs || ours === theirs) return { kind: 'clean', tree: ours };
  if (base === ours) return { kind: 'clean', tree: theirs };
  // This git merges commits only: these belong to no branch, and the same trees make the same ones.
  const start = await commitOf(own, base, []);
  const sides = await Promise.all([commitOf(own, ours, [start]), commitOf(own, theirs, [start])]);
  const asked = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...sides];
  const answer = await tryIn(own, asked);
  const [tree = '', ...paths] = fieldsOf(answer.stdout);
  if (answer.code === 1) return { kind: 'conflict', paths: [...new Set(paths)] };
  must(answer, 'merge trees');
  return { kind: 'clean', tree: sha.parse(tree) };
}

function commitOf(own: GitFolder, tree: Sha, parents: readonly Sha[]): Promise<Sha> {
  return writeCommit(own, { tree, parents, message: '', at: 0 });
}
