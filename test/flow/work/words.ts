import { join } from 'node:path';
import type { PullRequestGround } from './ground.ts';
import { plantWords, type Words } from '../fix/words.ts';

const program = join(import.meta.dirname, '../../fixtures/programs/settle-words.mjs');

/** An agent that keeps both sides of a conflict, does what a review asks for, and repairs words. */
export const settler = [process.execPath, program];

export interface Branches extends Omit<Words, 'files'> {
  /** What the base branch has before it is left. */
  readonly before?: Readonly<Record<string, string>>;
  /** What the branch of the pull request does. */
  readonly files: Readonly<Record<string, string>>;
  /** What the base branch does afterwards. */
  readonly meanwhile?: Readonly<Record<string, string>>;
}

/** A pull request in a small repository in which an engine finds the word BAD. */
export async function plantPullRequest({
  before = { 'src/kept.txt': 'kept\n' },
  files,
  meanwhile,
  ...words
}: Branches): Promise<PullRequestGround> {
  const repository = await plantWords({ ...words, files: before });
  const { git, write, commit } = repository;
  git('checkout', '-qb', 'feature');
  await write(files);
  commit('Open the shop');
  git('checkout', '-q', 'main');
  if (meanwhile !== undefined) {
    await write(meanwhile);
    commit('Meanwhile');
  }
  return { repository, head: 'feature', base: 'main' };
}
