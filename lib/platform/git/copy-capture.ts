import { copyFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha } from '#model/ids.ts';
import { addAll } from './capture.ts';
import { type CopyContents, isWithheld } from './copy-contents.ts';
import { at, type GitFolder, inScratch } from './git-folder.ts';
import { exchange, writeTree } from './index-file.ts';
import { makeWritable } from './remove-folder.ts';

/** The tree that a copy has become; it ends at the links, which are ours. */
export async function captureCopy(own: GitFolder, contents: CopyContents): Promise<Sha> {
  const capture = () => inScratch(own, (scratch) => captureOnce(own, contents, scratch));
  return capture().catch(async () => {
    // Whoever worked in it may have locked us out.
    await makeWritable(own, contents.folder);
    return capture();
  });
}

async function captureOnce(own: GitFolder, contents: CopyContents, scratch: string): Promise<Sha> {
  const { folder, entries, isHidden, links } = contents;
  const index = join(scratch, 'index');
  await copyIndex(contents.index, index);
  const inFolder = at(own, { folder, index });
  await addAll(inFolder, folder, { leaveOut: links });
  const withheld = entries.filter((entry) => isWithheld(contents, entry));
  if (withheld.length > 0) {
    await exchange(inFolder, isHidden, (paths) => {
      const now = new Set(paths.flatMap((path) => withFoldersAbove(path)));
      return withheld.filter(({ path }) => isHidden(path) || !now.has(path));
    });
  }
  return writeTree(inFolder);
}

/** Git reads again what changed at the time of the index or later; so a copy of it must not be younger. */
async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const time = (Math.floor(mtimeMs) - 1) / 1000;
  await utimes(to, time, time);
}

/** Every path with the folders above it. */
function withFoldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
