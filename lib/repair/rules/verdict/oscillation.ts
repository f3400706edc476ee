import type { Changeset } from '#model/changeset.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { FileTable } from './changeset-facts.ts';

type HashText = (text: string) => string;
type Changes = Pick<Changeset, 'changes'>;

/** Digest of what would take a change back: its paths with what they held before. */
export function undoDigest(
  { changes }: Changes,
  before: FileTable | undefined,
  hash: HashText,
): string {
  return digestStates(
    changes.map(({ path }) => [path, before?.get(path)?.blob]),
    hash,
  );
}

/** Digest of what a change leads to, equal to the undo digest of one that it takes back. */
export function doneDigest({ changes }: Changes, hash: HashText): string {
  return digestStates(
    changes.map((change) => [change.path, change.kind === 'write' ? change.blob : undefined]),
    hash,
  );
}

/** Paths are joined by what no path may hold, so that no two lists read alike. */
function digestStates(
  states: readonly (readonly [string, string | undefined])[],
  hash: HashText,
): string {
  const lines = states.map(([path, blob]) => `${path}\0${blob ?? 'absent'}`);
  return hash(lines.toSorted().join('\0\0'));
}

/**
 * Whether a change only goes back: to a tree that one of our fixups began with, or against a fixup itself. A merge
 * takes up a commit that was not there, so it goes on whatever its tree.
 */
export function oscillates(
  changeset: Pick<Changeset, 'changes' | 'parents' | 'tree'>,
  { pushes, treesBefore }: Pick<WorkspaceState, 'pushes' | 'treesBefore'>,
  hash: HashText,
): boolean {
  if (changeset.parents.length > 1) return false;
  if (treesBefore.includes(changeset.tree)) return true;
  const done = doneDigest(changeset, hash);
  return pushes.some(({ undo }) => undo === done);
}
