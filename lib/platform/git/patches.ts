import { join } from 'node:path';
import { type Sha, sha } from '#model/ids.ts';
import {
  askBytesIn,
  askIn,
  type GitFolder,
  inScratch,
  tryIn,
  withIndexFile,
} from './git-folder.ts';
import { must } from './git.ts';

/** The way from one tree to another, whole: binary files and modes too. */
export function makePatch(own: GitFolder, before: Sha, after: Sha): Promise<Uint8Array> {
  const names = ['--src-prefix=a/', '--dst-prefix=b/', '--no-color', '-M'];
  const shape = ['--binary', '--full-index', '--no-ext-diff', '--no-textconv', ...names];
  return askBytesIn(own, ['diff-tree', '-r', '-p', ...shape, before, after]);
}

/** Undefined: the tree does not have what the patch changes. */
export function applyPatch(own: GitFolder, tree: Sha, patch: Uint8Array): Promise<Sha | undefined> {
  return inScratch(own, async (scratch) => {
    const inIndex = withIndexFile(own, join(scratch, 'index'));
    await askIn(inIndex, ['read-tree', tree]);
    const options = ['--cached', '--binary', '--allow-empty', '--whitespace=nowarn'];
    const applied = await tryIn({ ...inIndex, input: patch }, ['apply', ...options]);
    if (applied.code === 1) return undefined;
    must(applied, 'apply the patch');
    return sha.parse((await askIn(inIndex, ['write-tree'])).trim());
  });
}
