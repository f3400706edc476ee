import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sha } from '#model/ids.ts';
import { addAll } from './capture.ts';
import { askIn, at, fieldsOf, type GitFolder, inScratch } from './git-folder.ts';
import { listEntries } from './listing.ts';

/** Makes a folder hold a tree again. */
export function restoreFolder(own: GitFolder, folder: string, tree: Sha): Promise<void> {
  return inScratch(own, async (scratch) => {
    const inFolder = at(own, { folder, index: join(scratch, 'index') });
    await addAll(inFolder, folder, {});
    await removeRepositories(inFolder, folder, tree);
    await askIn(inFolder, ['read-tree', '--reset', '-u', tree]);
  });
}

/** Git never takes away a repository that somebody made inside. */
async function removeRepositories(inFolder: GitFolder, folder: string, tree: Sha): Promise<void> {
  const staged = fieldsOf(await askIn(inFolder, ['ls-files', '--stage', '-z']));
  const found = staged.filter((field) => field.startsWith('160000 '));
  if (found.length === 0) return;
  const wanted = await listEntries(inFolder, tree);
  const stay = new Set(wanted.filter(({ mode }) => mode === '160000').map(({ path }) => path));
  for (const field of found) {
    const path = field.slice(field.indexOf('\t') + 1);
    if (!stay.has(path)) await rm(join(folder, path), { recursive: true, force: true });
  }
}
