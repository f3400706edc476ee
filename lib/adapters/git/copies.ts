import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inAnyForm, type PathTest } from '#domain/enforce/glob.ts';
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
  const testOf = rememberTests();
  return {
    open: async (tree, { hidden, ...options }) => {
      await mkdir(room, { recursive: true });
      const folder = await mkdtemp(join(room, 'copy-'));
      return openCopy(deps, folder, { tree, isHidden: testOf(hidden), ...options });
    },
  };
}

/** Nearly all paths are the same in every copy, and it takes long to say which of thousands are hidden. */
function rememberTests(): (patterns: readonly string[]) => PathTest {
  const tests = new Map<string, PathTest>();
  return (patterns) => {
    const name = JSON.stringify(patterns);
    const test = tests.get(name) ?? remembering(inAnyForm(patterns));
    tests.set(name, test);
    return test;
  };
}

function remembering(test: PathTest): PathTest {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const now = test(path);
    known.set(path, now);
    return now;
  };
}

interface Wanted extends Omit<CopyOptions, 'hidden'> {
  readonly tree: Sha;
  readonly isHidden: PathTest;
}

async function openCopy(
  deps: CopyDeps,
  folder: string,
  { tree, isHidden, linked }: Wanted,
): Promise<Copy> {
  const own = await deps.scratch.create();
  const remove = async () => {
    await deps.scratch.remove(own);
    await removeFolder(deps, folder);
  };
  try {
    const place = { folder, index: join(own, 'index'), linked };
    let contents = await fillCopy(deps, place, { tree, isHidden });
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
