import { limitConcurrency } from '#base/limit-concurrency.ts';
import type { Sha } from '#model/ids.ts';
import type { History, TreeChanges } from './needs/history.ts';
import type { RepositoryFacts } from './rules/repository/facts.ts';

export interface ChangedLines {
  readonly isChangedLine: (path: string, line: number) => boolean;
}

/** What the judged tree is compared with. */
export interface Base extends ChangedLines {
  readonly commit: Sha | null;
  readonly ref: string | null;
  /** Why there is no commit. */
  readonly because: string | null;
  readonly changes: TreeChanges;
  /** A file as it was. */
  readonly readFile: (path: string) => Promise<string | undefined>;
}

export interface KnownCheckout {
  /** Absolute path. */
  readonly repository: string;
  readonly facts: RepositoryFacts;
}

/** Finds the commit to compare with, and what differs from it. */
export async function readBase(
  { history }: { readonly history: History },
  checkout: KnownCheckout,
  ref: string | undefined,
): Promise<Base> {
  const found = await history.base(checkout.repository, ref);
  if (found.kind !== 'commit') return { ...noBase, ref: ref ?? null, because: found.because };
  return { ...(await compareWithCommit({ history }, checkout, found.commit)), ref: ref ?? null };
}

/** Compares with this very commit, and finds what differs from it. */
export async function compareWithCommit(
  { history }: { readonly history: History },
  { repository, facts }: KnownCheckout,
  commit: Sha,
): Promise<Base> {
  const all = await history.changesSince(repository, commit);
  const lines = all.changed.size === 0 ? none : await history.changedLines(repository, commit);
  // What tools installed or built is no part of the change, even where git does not ignore it.
  const changed = new Set([...all.changed].filter((path) => facts.files.has(path)));
  const changes = { ...all, changed };
  const renamed = new Set(changes.renames.values());
  return {
    commit,
    ref: null,
    because: null,
    changes,
    isChangedLine: (path, line) => {
      const ranges = lines.get(path);
      // What git does not know yet is new as a whole; a file that was only renamed is not.
      if (ranges === undefined) return changes.changed.has(path) && !renamed.has(path);
      return ranges.some(([first, last]) => line >= first && line <= last);
    },
    readFile: readOnce((path) => history.readFile(repository, commit, path)),
  };
}

const none: Awaited<ReturnType<History['changedLines']>> = new Map();

/** Each engine asks for the files that it judges, which are the same ones, and each answer takes a process of git. */
function readOnce(read: Base['readFile']): Base['readFile'] {
  const atMost = limitConcurrency(8);
  const known = new Map<string, ReturnType<typeof read>>();
  return (path) => {
    const reading = known.get(path) ?? atMost(() => read(path));
    known.set(path, reading);
    return reading;
  };
}

/** Whether the base is another commit than HEAD: only then can the base explain what the engines find. */
export async function differsFromHead(
  { history }: { readonly history: History },
  { repository, ref }: { readonly repository: string; readonly ref: string | undefined },
  { commit }: Pick<Base, 'commit'>,
): Promise<boolean> {
  if (ref === undefined || commit === null) return false;
  const head = await history.base(repository);
  return head.kind === 'commit' && head.commit !== commit;
}

const noBase: Omit<Base, 'ref' | 'because'> = {
  commit: null,
  changes: { renames: new Map(), deleted: new Set(), changed: new Set() },
  isChangedLine: () => false,
  readFile: async () => undefined,
};
