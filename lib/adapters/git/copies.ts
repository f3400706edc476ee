import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inAnyForm } from '#domain/enforce/glob.ts';
import type { Sha } from '#domain/model/ids.ts';
import type { Copies, Copy, CopyOptions } from '#ports/copies.ts';
import { captureCopy } from './copy-capture.ts';
import { type CopyDeps, fillCopy, resettleCopy } from './copy-contents.ts';
import { removeFolder } from './remove-folder.ts';

/** Makes copies of trees that our own git folder knows. */
export function createCopies({
  room,
  ...deps
}: CopyDeps & {
  /** The folder in which copies are made, absolute. */
  readonly room: string;
}): Copies {
  return {
    open: async (tree, options) => {
      await mkdir(room, { recursive: true });
      return openCopy(deps, await mkdtemp(join(room, 'copy-')), { tree, ...options });
    },
  };
}

async function openCopy(
  deps: CopyDeps,
  folder: string,
  { tree, hidden, linked }: CopyOptions & { readonly tree: Sha },
): Promise<Copy> {
  const own = await deps.scratch.create();
  const remove = async () => {
    await deps.scratch.remove(own);
    await removeFolder(deps, folder);
  };
  try {
    const place = { folder, index: join(own, 'index'), linked };
    let contents = await fillCopy(deps, place, { tree, isHidden: inAnyForm(hidden) });
    return {
      path: folder,
      get links() {
        return contents.links;
      },
      result: () => captureCopy(deps, contents),
      settle: async (next) => {
        contents = await resettleCopy(deps, contents, next);
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
