import type { DiffEntry, EntryMode } from '#repair/rules/verdict/diff.ts';
import { sha } from '#model/ids.ts';
import type { LineRange } from '#check/needs/history.ts';
import type { ChangedFile } from '#repair/needs/trees.ts';
import { readBlobs } from './blobs.ts';
import { readChangedLines } from './changed-lines.ts';
import { askIn, type GitFolder } from './git-folder.ts';
import { type RawChange, type Counts, readChanges } from './raw-diff.ts';

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

/** Every path that differs, with what stands there before and after. */
export async function changedFiles(
  own: GitFolder,
  before: string,
  after: string,
): Promise<readonly ChangedFile[]> {
  const shape = ['-r', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-abbrev'];
  const { changes } = readChanges(
    await askIn(own, ['diff-tree', ...shape, '--raw', before, after]),
  );
  return changes.map(({ path, modes: [oldMode, newMode], blobs: [oldBlob, newBlob] }) => ({
    path,
    before: oldMode === null ? null : { mode: oldMode, blob: sha.parse(oldBlob) },
    after: newMode === null ? null : { mode: newMode, blob: sha.parse(newBlob) },
  }));
}

/** The lines that one tree has and another had not, by path. */
export async function changedLines(
  own: GitFolder,
  before: string,
  after: string,
): Promise<ReadonlyMap<string, readonly LineRange[]>> {
  const shape = ['-r', '-p', '--unified=0', '-M', '--no-color', '--no-ext-diff', '--no-textconv'];
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/'];
  return readChangedLines(await askIn(own, ['diff-tree', ...shape, ...prefixes, before, after]));
}

function isText(mode: EntryMode | null): boolean {
  return mode !== null && mode !== '160000';
}

function describe(
  { status, path, oldPath, modes, blobs }: RawChange,
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
