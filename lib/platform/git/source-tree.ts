import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckoutTree } from '#check/needs/environments.ts';
import type { TrackedFile } from '#check/rules/environment/setup-inputs.ts';
import { commitTree } from './commits.ts';
import { fillCopy } from './copy-contents.ts';
import { git, type GitDeps, must } from './git.ts';
import { askIn, inWorkTree, openGitFolder, splitFields } from './git-folder.ts';
import { listTreeEntries } from './listing.ts';

export interface WrittenTree {
  readonly paths: readonly string[];
  /** Files of it that are not as it has them. */
  listChanged(): Promise<readonly string[]>;
}

export interface TreePlace {
  /** Empty, absolute. */
  readonly folder: string;
  /** Our own index of it, which lies elsewhere. */
  readonly index: string;
}

/** Writes a tree into a folder, as the only commit of a repository there: some installers ask git for versions and files. */
export async function writeTree(
  deps: GitDeps,
  { repository, gitDir, tree }: CheckoutTree,
  place: TreePlace,
): Promise<WrittenTree> {
  const own = { ...deps, repository, gitDir };
  await openGitFolder(own, repository);
  const wanted = { tree, isHidden: () => false };
  const { entries } = await fillCopy(own, { ...place, linked: [] }, wanted);
  await makeHistory(deps, { repository, gitDir, tree }, place.folder);
  const paths = entries.map(({ path }) => path);
  return {
    paths,
    listChanged: async () => {
      const args = ['diff-files', '--name-only', '--no-renames', '-z'];
      const named = splitFields(await askIn(inWorkTree(own, place), args));
      return [...new Set(named)];
    },
  };
}

/** The same tree makes the same commit, so that a version which names it says nothing of when it was built. */
async function makeHistory(
  deps: GitDeps,
  { gitDir: known, tree }: CheckoutTree,
  folder: string,
): Promise<void> {
  const init = ['init', '--quiet', '--template=', '--initial-branch=ratchetr', folder];
  must(await git(deps, '/', init), 'make a repository for set-up');
  const gitDir = join(folder, '.git');
  await mkdir(join(gitDir, 'objects/info'), { recursive: true });
  await writeFile(join(gitDir, 'objects/info/alternates'), `${join(known, 'objects')}\n`);
  const own = { ...deps, gitDir };
  const commit = await commitTree(own, { tree, parents: [], message: 'Set up\n', at: 0 });
  await askIn(own, ['update-ref', 'HEAD', commit]);
  await askIn(own, ['read-tree', tree]);
}

/** The files of a tree, each with the name of its content. */
export async function listTracked(
  deps: GitDeps,
  { repository, gitDir, tree }: CheckoutTree,
): Promise<readonly TrackedFile[]> {
  const own = { ...deps, repository, gitDir };
  await openGitFolder(own, repository);
  return (await listTreeEntries(own, tree)).map(({ path, blob, mode }) => ({
    path,
    blob: `${mode} ${blob}`,
  }));
}
