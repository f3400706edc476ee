import type { DiffEntry, EntryMode } from '#repair/rules/verdict/diff.ts';
import { sha } from '#model/ids.ts';
import type { LineRange } from '#check/needs/history.ts';
import type { ChangedFile } from '#repair/needs/trees.ts';
import { readBlobs } from './blobs.ts';
import { readChangedLines } from './changed-lines.ts';
import { askIn, type GitFolder } from './git-folder.ts';
import { entryMode } from './listing.ts';

/** How two trees differ, path by path. */
export async function compareTrees(
  own: GitFolder,
  before: string,
  after: string,
): Promise<readonly DiffEntry[]> {
  const shape = ['-r', '-z', '-M', '--no-ext-diff', '--no-textconv', '--no-abbrev'];
  const args = ['diff-tree', ...shape, '--raw', '--numstat', before, after];
  const { changes, counts } = parseRawDiff(await askIn(own, args));
  const texts = await readBlobs(
    own,
    changes
      .filter(({ path }) => counts.get(path)?.isBinary !== true)
      .flatMap(({ blobs, modes }) => blobs.filter((_, side) => isText(modes[side] ?? null))),
  );
  return changes.map((change) => toDiffEntry(change, counts.get(change.path), texts));
}

/** Every path that differs, with what stands there before and after. */
export async function listChangedFiles(
  own: GitFolder,
  before: string,
  after: string,
): Promise<readonly ChangedFile[]> {
  const shape = ['-r', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-abbrev'];
  const { changes } = parseRawDiff(
    await askIn(own, ['diff-tree', ...shape, '--raw', before, after]),
  );
  return changes.map(({ path, modes: [oldMode, newMode], blobs: [oldBlob, newBlob] }) => ({
    path,
    before: oldMode === null ? null : { mode: oldMode, blob: sha.parse(oldBlob) },
    after: newMode === null ? null : { mode: newMode, blob: sha.parse(newBlob) },
  }));
}

/** The lines that one tree has and another had not, by path. */
export async function listChangedLines(
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

function toDiffEntry(
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

interface RawChange {
  readonly status: DiffEntry['status'];
  readonly path: string;
  readonly oldPath?: string;
  readonly modes: readonly [EntryMode | null, EntryMode | null];
  readonly blobs: readonly [string, string];
}

interface Counts {
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
}

/** Reads what git says with `--raw --numstat -z`: first all changes, then all counts. */
function parseRawDiff(text: string): {
  readonly changes: readonly RawChange[];
  readonly counts: ReadonlyMap<string, Counts>;
} {
  const fields = text.split('\0').values();
  const changes: RawChange[] = [];
  const counts = new Map<string, Counts>();
  for (const head of fields) {
    if (head.startsWith(':')) changes.push(readChange(head, fields));
    else if (head !== '') counts.set(...readCounts(head, fields));
  }
  return { changes, counts };
}

const statuses: Readonly<Record<string, DiffEntry['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
};

/** `:mode mode blob blob status`, then one path, or two for a rename. */
function readChange(head: string, fields: Iterator<string, undefined>): RawChange {
  const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', letter = ''] = head
    .slice(1)
    .split(' ');
  const first = fields.next().value ?? '';
  const status = statuses[letter.charAt(0)] ?? 'modified';
  const moved = status === 'renamed' ? { oldPath: first } : {};
  const path = status === 'renamed' ? (fields.next().value ?? '') : first;
  const modes = [parseMode(oldMode), parseMode(newMode)] as const;
  return { status, path, ...moved, modes, blobs: [oldBlob, newBlob] };
}

function parseMode(text: string): EntryMode | null {
  return entryMode.safeParse(text).data ?? null;
}

/** `added TAB removed TAB path`, where a rename has no path there and two of them after it. */
function readCounts(head: string, fields: Iterator<string, undefined>): readonly [string, Counts] {
  const [added = '', removed = '', ...rest] = head.split('\t');
  let path = rest.join('\t');
  if (path === '') {
    fields.next();
    path = fields.next().value ?? '';
  }
  const isBinary = added === '-';
  return [path, { added: Number(added) || 0, removed: Number(removed) || 0, isBinary }];
}
