import { foldersAbove } from '#base/folders-above.ts';
import { mkdir, rm, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { PathTest } from '#base/glob.ts';
import type { Sha } from '#model/ids.ts';
import { isBuiltPackage } from './copy-built.ts';
import { linkFolders } from './copy-links.ts';
import { askIn, inWorkTree, type OpenedGitFolder, type WorkTree } from './git-folder.ts';
import { changeIndex } from './index-file.ts';
import { type Entry, listTreeEntries } from './listing.ts';
import { removeFolder, reclaimFolder } from './remove-folder.ts';
import type { GitDeps } from './git.ts';

export interface CopyLocation extends WorkTree {
  /** Folders of the repository that are wanted in it. */
  readonly linked: readonly string[];
}

export interface CopyRequest {
  readonly tree: Sha;
  readonly isHidden: PathTest;
}

/** What a copy holds; its index knows the files as we wrote them, and never what was made of them. */
export interface CopyContents extends CopyLocation, CopyRequest {
  /** All that the tree holds. */
  readonly entries: readonly Entry[];
  /** The linked folders that it has. */
  readonly links: readonly string[];
}

/** Writes what is shown of a tree into an empty folder. */
export async function fillCopy(
  deps: OpenedGitFolder,
  location: CopyLocation,
  wanted: CopyRequest,
): Promise<CopyContents> {
  const entries = await listTreeEntries(deps, wanted.tree);
  const contents = { ...location, ...wanted, entries };
  const shown = entries.filter((entry) => !isWithheld(contents, entry));
  const inFolder = inWorkTree(deps, location);
  if (shown.length === entries.length) {
    await askIn(inFolder, ['read-tree', '--reset', '-u', wanted.tree]);
  } else {
    await changeIndex(inFolder, shown);
    await askIn(inFolder, ['checkout-index', '--all', '--index']);
  }
  return { ...contents, links: await linkAll(deps, contents) };
}

/** A repository that the index knows would be asked for its state, and what it configures would run. */
export function isWithheld({ isHidden }: CopyRequest, { path, mode }: Entry): boolean {
  return mode === '160000' || isHidden(path);
}

/** What was built in a sealed environment is copied as well, so that each package of the repository is that of the copy. */
async function isNeverBuilt(): Promise<boolean> {
  return false;
}

function linkAll(
  deps: OpenedGitFolder,
  { folder, index, linked, entries }: Omit<CopyContents, 'links'>,
): Promise<readonly string[]> {
  const { repository, sealed } = deps;
  const taken = entries.map(({ path }) => path);
  if (sealed !== undefined) {
    return linkFolders(
      { from: sealed, to: folder, isBuilt: isNeverBuilt, isSealed: true },
      linked,
      taken,
    );
  }
  const paths = {
    from: repository,
    to: folder,
    isSealed: false,
    isBuilt: (path: string) => isBuiltPackage(deps, { repository, copy: { folder, index } }, path),
  };
  return linkFolders(paths, linked, taken);
}

/** Makes a copy hold another tree, what is shown of it and nothing else, whatever was done to it. */
export async function resettleCopy(
  deps: OpenedGitFolder,
  location: CopyLocation,
  wanted: CopyRequest,
): Promise<CopyContents> {
  const { tree } = wanted;
  try {
    const entries = await listTreeEntries(deps, tree);
    // A folder that is replaced by a link meanwhile would lead us out of the copy.
    await reclaimFolder(deps, location.folder);
    await clearFolder(deps, location.folder, entries);
    const inFolder = inWorkTree(deps, location);
    await askIn(inFolder, ['read-tree', '--reset', '-u', tree]);
    const contents = { ...location, ...wanted, entries };
    const withheld = entries.filter((entry) => isWithheld(contents, entry));
    if (withheld.length > 0) {
      const shown = entries.filter((entry) => !isWithheld(contents, entry));
      const hasHidden = withheld.some(({ path }) => wanted.isHidden(path));
      if (hasHidden) await clearFolder(deps, location.folder, shown);
      await changeIndex(
        inFolder,
        withheld.map(({ path }) => ({ mode: null, path })),
      );
    }
    return { ...contents, links: await linkAll(deps, contents) };
  } catch {
    // The agent that worked in it may have locked us out: it is made anew.
    await removeFolder(deps, location.folder);
    await rm(location.index, { force: true });
    await mkdir(location.folder, { mode: 0o700 });
    return fillCopy(deps, location, wanted);
  }
}

/** Removes all that a tree does not hold: also what git never reads, such as pipes and its own folders. */
async function clearFolder(deps: GitDeps, root: string, entries: readonly Entry[]): Promise<void> {
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
