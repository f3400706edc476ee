import { entryAt } from '../trees.ts';
import type { GitStore } from '../git-store.ts';
import { treeOf } from '../merges.ts';

/** One file between two commits, as git tells it. */
export interface ChangedFile {
  readonly path: string;
  readonly oldPath: string | undefined;
  readonly status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed';
  readonly additions: number;
  readonly deletions: number;
  /** Of the blob now; of what was there for a removed file. */
  readonly sha: string;
}

const STATUS_WORDS: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  D: 'removed',
  M: 'modified',
  R: 'renamed',
  T: 'changed',
};

/** All files that differ between two commits. */
export async function changedFiles(
  git: GitStore,
  base: string,
  head: string,
): Promise<readonly ChangedFile[]> {
  const range = ['-z', '-M', base, head];
  const lines = countsByPath(await git.git(['diff', '--numstat', ...range]));
  return [...statuses(await git.git(['diff', '--name-status', ...range]))].map((found) => {
    const commit = found.status === 'removed' ? base : head;
    const sha = entryAt(git, treeOf(git, commit), found.path)?.sha ?? '';
    return { ...found, ...(lines.get(found.path) ?? { additions: 0, deletions: 0 }), sha };
  });
}

function* statuses(text: string): Generator<Pick<ChangedFile, 'path' | 'oldPath' | 'status'>> {
  const words = text.split('\0').values();
  for (const letter of words) {
    if (letter === '') return;
    const status = STATUS_WORDS[letter.slice(0, 1)] ?? 'modified';
    const first = String(words.next().value);
    const renamed = status === 'renamed';
    const path = renamed ? String(words.next().value) : first;
    yield { path, oldPath: renamed ? first : undefined, status };
  }
}

/** Git writes a renamed file as an empty path and then both names. */
function countsByPath(
  text: string,
): ReadonlyMap<string, Pick<ChangedFile, 'additions' | 'deletions'>> {
  const counts = new Map<string, Pick<ChangedFile, 'additions' | 'deletions'>>();
  const words = text.split('\0').values();
  for (const word of words) {
    const [added = '', removed = '', path = ''] = word.split('\t');
    if (word === '') continue;
    if (path === '') words.next();
    const name = path === '' ? String(words.next().value) : path;
    counts.set(name, { additions: Number(added) || 0, deletions: Number(removed) || 0 });
  }
  return counts;
}
