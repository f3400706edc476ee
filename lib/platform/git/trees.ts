import type { Trees } from '#repair/needs/trees.ts';
import { captureFolder } from './capture.ts';
import { changedFiles, changedLines, compareTrees } from './compare.ts';
import { askBytesIn, type GitFolder, openGitFolder } from './git-folder.ts';
import { integrateTrees } from './integrate.ts';
import { listTree } from './listing.ts';
import { applyPatch, makePatch } from './patches.ts';
import { restoreFolder } from './restore.ts';

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
    restore: (folder, tree) => restoreFolder(own, folder, tree),
    compare: (before, after) => compareTrees(own, before, after),
    changedLines: (before, after) => changedLines(own, before, after),
    files: (before, after) => changedFiles(own, before, after),
    content: (blob) => askBytesIn(own, ['cat-file', 'blob', blob]),
    list: (tree) => listTree(own, tree),
    integrate: (trees) => integrateTrees(own, trees),
    patch: (before, after) => makePatch(own, before, after),
    applyPatch: (tree, patch) => applyPatch(own, tree, patch),
  };
}
