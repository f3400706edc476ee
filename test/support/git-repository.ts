import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

/** A repository of its own for one test, with real git. */
export interface GitRepository {
  readonly root: string;
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  readonly git: (...args: readonly string[]) => string;
  /** Commits everything there is. */
  readonly commit: (message: string) => string;
}

export async function gitRepository(
  files: Readonly<Record<string, string>>,
): Promise<GitRepository> {
  const root = await tempFolder();
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.org'];
  const git = (...args: readonly string[]): string =>
    execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim();
  const write: GitRepository['write'] = async (written) => {
    for (const [path, text] of Object.entries(written)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
  };
  const commit = (message: string): string => {
    git('add', '-A');
    git('commit', '-qm', message);
    return git('rev-parse', 'HEAD');
  };
  git('init', '-q', '-b', 'main');
  await write({ '.gitignore': '.venv\n', ...files });
  commit('first');
  return { root, write, git, commit };
}
