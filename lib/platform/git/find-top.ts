import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { git, type GitAnswer, type GitDeps } from './git.ts';

/** The top of the repository in which a folder lies; undefined: it lies in none, or there is no git. */
export async function findTop(
  deps: GitDeps,
  folder: string,
): Promise<Outcome<string | undefined, 'git-refuses'>> {
  const answer = await git(deps, folder, ['rev-parse', '--show-toplevel']);
  if (answer.code === null || isNoRepository(answer)) return ok(undefined);
  if (answer.code !== 0) return refuse('git-refuses', describeGitRefusal(folder, answer));
  const top = answer.stdout.replace(/\n$/, '');
  if (top === folder) return ok(top);
  const { code } = await git(deps, folder, ['check-ignore', '--quiet', '.']);
  // What a repository ignores is no part of it: a dependency, or a project in a home folder that is kept in git.
  return ok(code === 0 ? undefined : top);
}

function isNoRepository({ stderr }: GitAnswer): boolean {
  return stderr.startsWith('fatal: not a git repository (or any ');
}

/** Git says what is to be done, where it knows. */
function describeGitRefusal(folder: string, { stderr }: GitAnswer): string {
  const said = stderr.trim().replace(/^fatal: /, '');
  return `git refuses to work in ${folder}: ${said}`;
}
