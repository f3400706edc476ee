import type { EntryMode } from '#repair/rules/verdict/diff.ts';
import type { PathTest } from '#base/glob.ts';
import { type Sha, sha } from '#model/ids.ts';
import { askIn, splitFields, type GitFolder } from './git-folder.ts';
import type { Entry } from './listing.ts';

/** The tree that an index holds. */
export async function writeIndexTree(inIndex: GitFolder): Promise<Sha> {
  return sha.parse((await askIn(inIndex, ['write-tree'])).trim());
}

/** Takes the matching paths out of the index, and puts in what is chosen by all paths in it. */
export async function exchangeEntries(
  inIndex: GitFolder,
  matches: PathTest,
  choose: (paths: readonly string[]) => readonly Entry[],
): Promise<void> {
  const paths = splitFields(await askIn(inIndex, ['ls-files', '-z']));
  const gone = paths.filter((path) => matches(path)).map((path) => ({ mode: null, path }));
  await changeIndex(inIndex, [...gone, ...choose(paths)]);
}

export interface IndexChange {
  /** Null: it goes. */
  readonly mode: EntryMode | null;
  readonly path: string;
  readonly blob?: string;
}

/** Changes an index; what is in the way of a new path goes. */
export async function changeIndex(
  inIndex: GitFolder,
  changes: readonly IndexChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const nothing = (await askIn(inIndex, ['hash-object', '--stdin'])).trim();
  const input = changes.map(({ mode, blob = nothing, path }) => `${mode ?? 0} ${blob}\t${path}\0`);
  const args = ['update-index', '-z', '--index-info'];
  await askIn({ ...inIndex, input: input.join('') }, args);
}
