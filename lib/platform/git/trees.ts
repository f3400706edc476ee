import { join } from 'node:path';
import type { Trees, Integration } from '#repair/needs/trees.ts';
import { type Sha, sha } from '#model/ids.ts';
import { captureFolder } from './capture.ts';
import { listChangedFiles, listChangedLines, compareTrees } from './compare.ts';
import {
  askBytesIn,
  type GitFolder,
  openGitFolder,
  askIn,
  inScratch,
  tryIn,
  withIndexFile,
  splitFields,
} from './git-folder.ts';
import { changeIndex, writeIndexTree } from './index-file.ts';
import { listTree, listTreeEntries } from './listing.ts';
import { must } from './git.ts';
import { commitTree } from './commits.ts';

/** Opens a git folder that is trusted, and makes it when it is not there yet. */
export async function openTrees({
  repository,
  ...own
}: GitFolder & {
  /** Where its commits and files come from: what it holds is known and need not be written again. */
  readonly repository?: string;
}): Promise<Trees> {
  await openGitFolder(own, repository);
  return {
    capture: (folder, how) => captureFolder(own, folder, how),
    compare: (before, after) => compareTrees(own, before, after),
    changedLines: (before, after) => listChangedLines(own, before, after),
    files: (before, after) => listChangedFiles(own, before, after),
    content: (blob) => askBytesIn(own, ['cat-file', 'blob', blob]),
    list: (tree) => listTree(own, tree),
    integrate: (trees) => integrateTrees(own, trees),
    withPaths: (tree, paths, of) => takePaths(own, tree, { paths, of }),
    patch: (before, after) => makePatch(own, before, after),
    applyPatch: (tree, patch) => applyPatch(own, tree, patch),
  };
}

/** The way from one tree to another, whole: binary files and modes too. */
function makePatch(own: GitFolder, before: Sha, after: Sha): Promise<Uint8Array> {
  const names = ['--src-prefix=a/', '--dst-prefix=b/', '--no-color', '-M'];
  const shape = ['--binary', '--full-index', '--no-ext-diff', '--no-textconv', ...names];
  return askBytesIn(own, ['diff-tree', '-r', '-p', ...shape, before, after]);
}

async function takePaths(
  own: GitFolder,
  tree: Sha,
  { paths, of }: { readonly paths: readonly string[]; readonly of: Sha },
): Promise<Sha> {
  const wanted = new Set(paths);
  const there = (await listTreeEntries(own, of)).filter(({ path }) => wanted.has(path));
  return inScratch(own, async (scratch) => {
    const inIndex = withIndexFile(own, join(scratch, 'index'));
    await askIn(inIndex, ['read-tree', tree]);
    await changeIndex(inIndex, [...paths.map((path) => ({ mode: null, path })), ...there]);
    return writeIndexTree(inIndex);
  });
}

/** Undefined: the tree does not have what the patch changes. */
function applyPatch(own: GitFolder, tree: Sha, patch: Uint8Array): Promise<Sha | undefined> {
  return inScratch(own, async (scratch) => {
    const inIndex = withIndexFile(own, join(scratch, 'index'));
    await askIn(inIndex, ['read-tree', tree]);
    const options = ['--cached', '--binary', '--allow-empty', '--whitespace=nowarn'];
    const applied = await tryIn({ ...inIndex, input: patch }, ['apply', ...options]);
    if (applied.code === 1) return undefined;
    must(applied, 'apply the patch');
    return writeIndexTree(inIndex);
  });
}

/** Merges two trees that grew from a third. */
async function integrateTrees(
  own: GitFolder,
  { base, ours, theirs }: { readonly base: Sha; readonly ours: Sha; readonly theirs: Sha },
): Promise<Integration> {
  if (base === theirs || ours === theirs) return { kind: 'clean', tree: ours };
  if (base === ours) return { kind: 'clean', tree: theirs };
  // This git merges commits only: these belong to no branch, and the same trees make the same ones.
  const start = await commitWithoutDate(own, base, []);
  const sides = await Promise.all([
    commitWithoutDate(own, ours, [start]),
    commitWithoutDate(own, theirs, [start]),
  ]);
  const asked = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...sides];
  const answer = await tryIn(own, asked);
  const [tree = '', ...paths] = splitFields(answer.stdout);
  if (answer.code === 1) return { kind: 'conflict', paths: [...new Set(paths)] };
  must(answer, 'merge trees');
  return { kind: 'clean', tree: sha.parse(tree) };
}

function commitWithoutDate(own: GitFolder, tree: Sha, parents: readonly Sha[]): Promise<Sha> {
  return commitTree(own, { tree, parents, message: '', at: 0 });
}
