import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { inAnyForm } from '#base/glob.ts';
import type { Sha } from '#model/ids.ts';
import type { TreeCapture } from '#repair/needs/trees.ts';
import { askIn, inWorkTree, splitFields, type GitFolder, inScratch, tryIn } from './git-folder.ts';
import { must } from './git.ts';
import { changeIndex, exchangeEntries, type IndexChange, writeIndexTree } from './index-file.ts';
import { listTreeEntries } from './listing.ts';

/** The tree that a folder holds, with an index that goes afterwards. */
export function captureFolder(own: GitFolder, folder: string, how: TreeCapture = {}): Promise<Sha> {
  return inScratch(own, (scratch) => {
    const inFolder = inWorkTree(own, { folder, index: join(scratch, 'index') });
    return captureInto(inFolder, folder, how);
  });
}

async function captureInto(inFolder: GitFolder, folder: string, how: TreeCapture): Promise<Sha> {
  if (how.since !== undefined) await askIn(inFolder, ['read-tree', how.since]);
  await addAll(inFolder, folder, how);
  if (how.keep !== undefined) {
    const { patterns, of } = how.keep;
    const matches = inAnyForm(patterns);
    const kept = (await listTreeEntries(inFolder, of)).filter(({ path }) => matches(path));
    await exchangeEntries(inFolder, matches, () => kept);
  }
  return writeIndexTree(inFolder);
}

/** Takes the whole folder into the index. */
export async function addAll(
  inFolder: GitFolder,
  folder: string,
  { leaveOut = [], ignored = false }: TreeCapture,
): Promise<void> {
  const paths = ['--', '.', ...leaveOut.map((path) => `:(top,exclude,literal)${path}`)];
  const force = ignored ? ['--force'] : [];
  const added = await tryIn(inFolder, ['add', '--all', ...force, ...paths]);
  // It ends with 1 when what is left out is also ignored, and has done all the same.
  if (added.code === 0 || added.code === 1) return;
  await tryIn(inFolder, ['add', '--all', '--ignore-errors', ...force, ...paths]);
  const others = ignored ? [] : ['--exclude-standard'];
  const left = ['ls-files', '-z', '--others', '--modified', ...others, ...paths];
  const missing = splitFields(await askIn(inFolder, left));
  const changes = await Promise.all(missing.map((path) => standIn(join(folder, path), path)));
  if (missing.length === 0 || changes.includes(undefined)) must(added, `read ${folder}`);
  await changeIndex(
    inFolder,
    changes.filter((change) => change !== undefined),
  );
}

/** What the index says of what git refuses; undefined: it should not have refused it. */
async function standIn(file: string, path: string): Promise<IndexChange | undefined> {
  // A repository without a commit is to be seen nevertheless, as one that leads nowhere.
  if (path.endsWith('/')) return { mode: '160000', path: path.slice(0, -1) };
  const found = await lstat(file);
  // Pipes and the like are nothing to git, which only says so where a file was before.
  return found.isFile() || found.isSymbolicLink() ? undefined : { mode: null, path };
}
