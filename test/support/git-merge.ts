import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.ts';

export interface Merged {
  readonly conflict: boolean;
  /** The file as git leaves it, with markers where there is a conflict. */
  readonly text: string;
}

/** Lets git merge two branches that each changed the one file of their common start. */
export async function mergeWithGit(file: {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}): Promise<Merged> {
  const folder = await tempFolder();
  const path = join(folder, 'ruff.tsv');
  const git = (...args: readonly string[]) => run('git', [...plainGit, ...args], { cwd: folder });
  const commit = async (text: string) => {
    await writeFile(path, text);
    await git('add', '.');
    await git('commit', '--quiet', '--allow-empty', '--message', 'change');
  };
  await git('init', '--quiet', '--initial-branch', 'main');
  await commit(file.base);
  await git('checkout', '--quiet', '-b', 'theirs');
  await commit(file.theirs);
  await git('checkout', '--quiet', 'main');
  await commit(file.ours);
  const merge = await git('merge', '--quiet', 'theirs').then(
    () => 0,
    (error: unknown) => exitCodeOf(error),
  );
  return { conflict: merge === 1, text: await readFile(path, 'utf8') };
}

const run = promisify(execFile);

const plainGit = ['-c', 'user.name=Ratchetr', '-c', 'user.email=ratchetr@example.test'];

// Git ends with 1 on a conflict; everything else is no merge at all.
function exitCodeOf(error: unknown): number {
  if (error instanceof Error && 'code' in error && error.code === 1) return 1;
  throw error;
}
