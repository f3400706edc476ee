import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitDeps } from './git.ts';
import type { Entry } from './listing.ts';
import { removeFolder } from './remove-folder.ts';

/** Removes all that has no place in a tree: also what git never looks at, such as pipes and its own folders. */
export async function clearFolder(
  deps: GitDeps,
  root: string,
  entries: readonly Entry[],
): Promise<void> {
  const files = new Set(entries.filter(({ mode }) => mode !== '160000').map(({ path }) => path));
  const folders = new Set([...files].flatMap((path) => foldersAbove(path)));
  const clear = async (folder: string): Promise<void> => {
    for (const found of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}${found.name}`;
      const full = join(root, path);
      if (!found.isDirectory()) {
        const stays = files.has(path) && (found.isFile() || found.isSymbolicLink());
        if (!stays) await unlink(full);
      } else if (folders.has(path)) await clear(`${path}/`);
      else await removeFolder(deps, full);
    }
  };
  await clear('');
}

function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
