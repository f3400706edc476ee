import type { Changeset } from '#model/changeset.ts';
import type { DiffEntry, EntryMode } from './diff.ts';
import type { ChangesetFacts, FileTable } from './changeset-facts.ts';

export interface ChangesetDiff {
  /** What the run itself changed. */
  readonly entries: readonly DiffEntry[];
  /** All files besides, with what a merge brings in from the base. */
  readonly existing: FileTable;
}

type DiffFacts = Pick<ChangesetFacts, 'contents' | 'files'>;
type Change = Changeset['changes'][number];

/** The changes as a diff from the first parent, without those that only take over what the base has. */
export function changesetDiff({ changes, parents }: Changeset, facts: DiffFacts): ChangesetDiff {
  const { head } = facts.files;
  const isMerge = parents.length > 1;
  const inherited = isMerge ? changes.filter((change) => isInherited(change, facts.files)) : [];
  const existing = withInherited(head ?? new Map(), inherited);
  const own = changes.filter((change) => !inherited.includes(change));
  return { entries: withRenames(own, buildEntries(own, existing, facts), existing), existing };
}

/** The path has the content of the base, or the base has deleted it; what only the branch has is not gone by that. */
function isInherited(change: Change, { head, base, mergeBase }: ChangesetFacts['files']): boolean {
  const theirs = base?.get(change.path);
  if (change.kind === 'delete') {
    return base !== undefined && theirs === undefined && mergeBase?.has(change.path) === true;
  }
  if (theirs?.blob !== change.blob) return false;
  return [theirs.mode, head?.get(change.path)?.mode].includes(change.mode);
}

function withInherited(head: FileTable, inherited: readonly Change[]): FileTable {
  const all = new Map(head);
  for (const change of inherited) {
    if (change.kind === 'delete') all.delete(change.path);
    else all.set(change.path, change);
  }
  return all;
}

function buildEntries(
  own: readonly Change[],
  existing: FileTable,
  { contents }: Pick<DiffFacts, 'contents'>,
): readonly DiffEntry[] {
  return own.map((change) => {
    const { path } = change;
    const oldMode = asEntryMode(existing.get(path)?.mode);
    const none = { path, oldText: undefined, newText: undefined, addedLines: 0, removedLines: 0 };
    if (change.kind === 'delete') {
      return { ...none, status: 'deleted', oldMode: oldMode ?? '100644', newMode: null };
    }
    const { mode } = change;
    const text = contents.get(path)?.text;
    // The old text is not at hand, so only a file that is new can be read as a change.
    const newText = oldMode === null ? text : undefined;
    const status = oldMode === null ? 'added' : 'modified';
    const link = mode === '120000' ? { linkTarget: text ?? '/' } : {};
    return { ...none, ...link, status, oldMode, newMode: mode, newText };
  });
}

function asEntryMode(mode: string | undefined): EntryMode | null {
  return modes.find((one) => one === mode) ?? null;
}

const modes: readonly EntryMode[] = ['100644', '100755', '120000', '160000'];

/** A file that is gone here and there again with the same content elsewhere was moved. */
function withRenames(
  own: readonly Change[],
  entries: readonly DiffEntry[],
  existing: FileTable,
): readonly DiffEntry[] {
  const gone = new Map(
    entries
      .filter(({ status }) => status === 'deleted')
      .map(({ path }) => [existing.get(path)?.blob, path]),
  );
  const moved = new Set<string>();
  const all = entries.map((entry, index): DiffEntry => {
    const change = own[index];
    if (entry.status !== 'added' || change?.kind !== 'write') return entry;
    const oldPath = gone.get(change.blob);
    if (oldPath === undefined || moved.has(oldPath)) return entry;
    moved.add(oldPath);
    const oldMode = asEntryMode(existing.get(oldPath)?.mode);
    return { ...entry, status: 'renamed', oldPath, oldMode };
  });
  return all.filter(({ status, path }) => status !== 'deleted' || !moved.has(path));
}
