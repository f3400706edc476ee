import { type Sha, sha } from '#model/ids.ts';
import { askIn, type GitFolder } from './git-folder.ts';

export interface NewCommit {
  readonly tree: Sha;
  readonly parents: readonly Sha[];
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Writes a commit into our git folder; the same inputs make the same commit on every machine. */
export async function commitTree(
  own: GitFolder,
  { tree, parents, message, at }: NewCommit,
): Promise<Sha> {
  const date = `@${Math.floor(at / 1000)} +0000`;
  const env = { ...own.env, ...ratchetr, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const args = ['commit-tree', '--no-gpg-sign', ...parents.flatMap((id) => ['-p', id]), tree];
  return sha.parse((await askIn({ ...own, env, input: message }, args)).trim());
}

/** The author of all commits and branches, whichever user runs it. */
export const ratchetr: Readonly<Record<string, string>> = {
  GIT_AUTHOR_NAME: 'Ratchetr',
  GIT_AUTHOR_EMAIL: 'ratchetr@localhost',
  GIT_COMMITTER_NAME: 'Ratchetr',
  GIT_COMMITTER_EMAIL: 'ratchetr@localhost',
};
