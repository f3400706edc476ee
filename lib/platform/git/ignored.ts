import { git, type GitDeps } from './git.ts';

/** What git ignores in a folder, relative to it; of a folder that is ignored as a whole its own path alone. */
export async function listIgnored(deps: GitDeps, repository: string): Promise<ReadonlySet<string>> {
  const shape = ['--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const { code, stdout } = await git(deps, repository, ['ls-files', ...shape]);
  const paths = stdout.split('\0').map((path) => path.replace(/\/$/, ''));
  // It is no repository, or lies in one that ignores it and so says nothing of it.
  if (code !== 0 || paths.includes('.')) return new Set();
  return new Set(paths.filter((path) => path !== ''));
}
