import { foldersAbove } from '#base/folders-above.ts';
import { mkdir, mkdtemp, rename, rm, copyFile, stat, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inAnyForm, type PathTest } from '#base/glob.ts';
import type { Copies, Copy } from '#check/needs/copies.ts';
import type { Sha } from '#model/ids.ts';
import {
  fillCopy,
  type CopyLocation,
  resettleCopy,
  type CopyRequest,
  type CopyContents,
  isWithheld,
} from './copy-contents.ts';
import { removeFolder, makeWritable } from './remove-folder.ts';
import { addAll } from './capture.ts';
import {
  inWorkTree,
  type GitFolder,
  inScratch,
  type OpenedGitFolder,
  type WorkTree,
} from './git-folder.ts';
import { exchangeEntries, writeIndexTree } from './index-file.ts';

/** Makes copies of trees that our own git folder knows. Writing thousands of files takes long, so folders are used again. */
export function createCopies({
  parent,
  ...deps
}: OpenedGitFolder & {
  /** The folder in which copies are made, absolute; the caller removes it in the end. */
  readonly parent: string;
}): Copies {
  const testOf = rememberTests();
  const spare: WorkTree[] = [];
  return {
    open: async (tree, { hidden, linked }) => {
      await mkdir(parent, { recursive: true });
      const own = await mkdtemp(join(parent, 'copy-'));
      // Tests may be named after the folder that they lie in, and must be the same in every copy.
      const folder = join(own, basename(deps.repository) || 'repository');
      const used = spare.pop();
      // An agent that still knows the old path must not find another copy there.
      if (used === undefined) await mkdir(folder);
      else await moveTo(deps, used.folder, folder);
      const index = used?.index ?? join(parent, `index-${basename(own)}`);
      const wanted = { tree, isHidden: testOf(hidden) };
      const isUsed = used !== undefined;
      return openCopy(deps, { folder, index, linked }, { ...wanted, isUsed, spare });
    },
  };
}

/** With the folder around it goes what an agent may have put beside the copy. */
async function moveTo(deps: OpenedGitFolder, from: string, to: string): Promise<void> {
  await rename(from, to);
  await removeFolder(deps, dirname(from));
}

/** Nearly all paths are the same in every copy, and it takes long to say which of thousands are hidden. */
function rememberTests(): (patterns: readonly string[]) => PathTest {
  const tests = new Map<string, PathTest>();
  return (patterns) => {
    const name = JSON.stringify(patterns);
    const test = tests.get(name) ?? rememberAnswers(inAnyForm(patterns));
    tests.set(name, test);
    return test;
  };
}

function rememberAnswers(test: PathTest): PathTest {
  const known = new Map<string, boolean>();
  return (path) => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const now = test(path);
    known.set(path, now);
    return now;
  };
}

interface Opening extends CopyRequest {
  /** The folder holds what became of another copy. */
  readonly isUsed: boolean;
  readonly spare: WorkTree[];
}

async function openCopy(
  deps: OpenedGitFolder,
  location: CopyLocation,
  { isUsed, spare, ...wanted }: Opening,
): Promise<Copy> {
  const remove = async () => {
    await rm(location.index, { force: true });
    await removeFolder(deps, dirname(location.folder));
  };
  try {
    const fill = isUsed ? resettleCopy : fillCopy;
    let contents = await fill(deps, location, wanted);
    return {
      path: location.folder,
      get links() {
        return contents.links;
      },
      result: () => captureCopy(deps, contents),
      settle: async (tree) => {
        contents = await resettleCopy(deps, contents, { tree, isHidden: () => false });
      },
      release: async () => void spare.push(location),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The tree that a copy has become; it ends at the links, which are ours. */
async function captureCopy(own: GitFolder, contents: CopyContents): Promise<Sha> {
  const capture = () => inScratch(own, (scratch) => captureOnce(own, contents, scratch));
  return capture().catch(async () => {
    // The agent that worked in it may have locked us out.
    await makeWritable(own, contents.folder);
    return capture();
  });
}

async function captureOnce(own: GitFolder, contents: CopyContents, scratch: string): Promise<Sha> {
  const { folder, entries, isHidden, links } = contents;
  const index = join(scratch, 'index');
  await copyIndex(contents.index, index);
  const inFolder = inWorkTree(own, { folder, index });
  await addAll(inFolder, folder, { leaveOut: links });
  const withheld = entries.filter((entry) => isWithheld(contents, entry));
  if (withheld.length > 0) {
    await exchangeEntries(inFolder, isHidden, (paths) => {
      const now = new Set(paths.flatMap((path) => [path, ...foldersAbove(path)]));
      return withheld.filter(({ path }) => isHidden(path) || !now.has(path));
    });
  }
  return writeIndexTree(inFolder);
}

/** Git reads again what changed at the time of the index or later; so a copy of it must not be younger. */
async function copyIndex(from: string, to: string): Promise<void> {
  const { mtimeMs } = await stat(from);
  await copyFile(from, to);
  const time = (Math.floor(mtimeMs) - 1) / 1000;
  await utimes(to, time, time);
}
