import type { DiffEntry, EntryMode } from '#domain/enforce/diff.ts';
import { readBlobs } from './blobs.ts';
import { askIn, type GitFolder } from './git-folder.ts';
import { type Change, type Counts, readChanges } from './raw-diff.ts';

/** How two trees differ, path by path. */
export async function compareTrees(
  own: GitFolder,
  before: string,
  after: string,
): Promise<readonly DiffEntry[]> {
  const shape = ['-r', '-z', '-M', '--no-ext-diff', '--no-textconv', '--no-abbrev'];
  const args = ['diff-tree', ...shape, '--raw', '--numstat', before, after];
  const { changes, counts } = readChanges(await askIn(own, args));
  const texts = await readBlobs(
    own,
    changes
      .filter(({ path }) => counts.get(path)?.isBinary !== true)
      .flatMap(({ blobs, modes }) => blobs.filter((_, side) => isText(modes[side] ?? null))),
  );
  return changes.map((change) => describe(change, counts.get(change.path), texts));
}

function isText(mode: EntryMode | null): boolean {
  return mode !== null && mode !== '160000';
}

function describe(
  { status, path, oldPath, modes, blobs }: Change,
  { added = 0, removed = 0, isBinary = false }: Partial<Counts> = {},
  texts: ReadonlyMap<string, string>,
): DiffEntry {
  const [oldMode, newMode] = modes;
  const [oldText, newText] = blobs.map((blob, side) =>
    isBinary || !isText(modes[side] ?? null) ? undefined : texts.get(blob),
  );
  return {
    path,
    ...(oldPath !== undefined && { oldPath }),
    status,
    oldMode,
    newMode,
    oldText,
    newText,
    addedLines: added,
    removedLines: removed,
    ...(newMode === '120000' && newText !== undefined && { linkTarget: newText }),
  };
}
