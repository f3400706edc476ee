import { sha } from '#model/ids.ts';
import type { BaseCommit, History, TreeChanges } from '#check/needs/history.ts';
import { readChangedLines } from './changed-lines.ts';
import { splitFields } from './git-folder.ts';
import { git, type GitAnswer, type GitDeps, must, overriding } from './git.ts';

/** Reads the history of a checkout with git, whatever the checkout configures. */
export function createHistory(deps: GitDeps): History {
  return {
    listIgnored: (repository) => listIgnored(deps, repository),
    placeOf: async (repository) => {
      const answer = await git(deps, repository, ['rev-parse', '--show-prefix']);
      return must(answer, 'find the repository').stdout.trim();
    },
    base: (repository, ref) => findBase(deps, repository, ref),
    treeOf: async (repository, commit) => {
      const args = ['rev-parse', '--verify', '--quiet', `${commit}:./`];
      const { code, stdout } = await git(deps, repository, args);
      return code === 0 ? sha.parse(stdout.trim()) : undefined;
    },
    readFile: async (repository, commit, path) => {
      const listed = await git(deps, repository, ['ls-tree', '-z', commit, '--', path]);
      if (!/^100(?:644|755) blob /.test(must(listed, 'list a file').stdout)) return undefined;
      const shown = await git(deps, repository, ['cat-file', 'blob', `${commit}:./${path}`]);
      return must(shown, 'read a file').stdout;
    },
    changesSince: (repository, commit) => readTreeChanges(deps, repository, commit),
    changedLines: async (repository, commit) => {
      const shape = ['--unified=0', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'];
      const shown = await diffWorkingTree(deps, repository, [...shape, '-M', commit, '--']);
      return readChangedLines(must(shown, 'compare the working tree').stdout);
    },
  };
}

/** Whatever the checkout configures for its differences is left out, and what lies beside the folder. */
async function diffWorkingTree(
  deps: GitDeps,
  repository: string,
  args: readonly string[],
): Promise<GitAnswer> {
  // What is dirty in a repository inside, only that one could tell, with programs of its own.
  const shape = ['--relative', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];
  const env = { ...deps.env, ...overriding(await disableFilters(deps, repository)) };
  return git({ ...deps, env }, repository, ['diff', ...shape, ...args]);
}

/** Git runs the filters of a checkout also to compare; only by its name can one be turned off. */
async function disableFilters(
  deps: GitDeps,
  repository: string,
): Promise<readonly (readonly [string, string])[]> {
  const asked = ['config', '-z', '--name-only', '--get-regexp', String.raw`^filter\.`];
  const { stdout } = await git(deps, repository, asked);
  const keys = splitFields(stdout);
  return keys.map((key) => [key, key.endsWith('.required') ? 'false' : '']);
}

async function findBase(
  deps: GitDeps,
  repository: string,
  ref: string | undefined,
): Promise<BaseCommit> {
  const head = await resolveCommit(deps, repository, 'HEAD');
  if (head === undefined) {
    return { kind: 'none', because: 'the folder is no git repository, or it has no commit yet' };
  }
  if (ref === undefined) return { kind: 'commit', commit: sha.parse(head) };
  const other = await resolveCommit(deps, repository, ref);
  if (other === undefined) {
    return { kind: 'unknown', because: `git knows no commit called ${ref} here` };
  }
  const { code, stdout } = await git(deps, repository, ['merge-base', head, other]);
  if (code === 0) return { kind: 'commit', commit: sha.parse(stdout.trim()) };
  const shallow = await git(deps, repository, ['rev-parse', '--is-shallow-repository']);
  const cut = shallow.stdout.trim() === 'true';
  const more = cut ? ' in what was fetched; fetch more of the history' : '';
  return { kind: 'none', because: `HEAD and ${ref} have no commit in common${more}` };
}

/** A ref may begin with a dash or name nothing; neither may become an option or an error. */
export async function resolveCommit(
  deps: GitDeps,
  repository: string,
  ref: string,
): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
  const { code, stdout } = await git(deps, repository, args);
  return code === 0 ? stdout.trim() : undefined;
}

async function readTreeChanges(
  deps: GitDeps,
  repository: string,
  commit: string,
): Promise<TreeChanges> {
  const args = ['--name-status', '-z', '-M', commit, '--'];
  const tracked = must(await diffWorkingTree(deps, repository, args), 'compare the working tree');
  const others = ['ls-files', '--others', '--exclude-standard', '-z'];
  const untracked = must(await git(deps, repository, others), 'list new files');
  const changes = parseNameStatus(tracked.stdout);
  const added = splitFields(untracked.stdout);
  return { ...changes, changed: new Set([...changes.changed, ...added]) };
}

/** `-z` output: a status, then one path, or two for a rename. */
function parseNameStatus(text: string): TreeChanges {
  const fields = text.split('\0').values();
  const renames = new Map<string, string>();
  const deleted = new Set<string>();
  const changed = new Set<string>();
  for (const status of fields) {
    if (status === '') continue;
    const path = fields.next().value ?? '';
    if (status.startsWith('R')) {
      const after = fields.next().value ?? '';
      renames.set(path, after);
      changed.add(after);
    } else if (status === 'D') deleted.add(path);
    else changed.add(path);
  }
  return { renames, deleted, changed };
}

/** What git ignores in a folder, relative to it; of a folder that is ignored as a whole its own path alone. */
async function listIgnored(deps: GitDeps, repository: string): Promise<ReadonlySet<string>> {
  const shape = ['--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const { code, stdout } = await git(deps, repository, ['ls-files', ...shape]);
  const paths = stdout.split('\0').map((path) => path.replace(/\/$/, ''));
  // It is no repository, or lies in one that ignores it and so says nothing of it.
  if (code !== 0 || paths.includes('.')) return new Set();
  return new Set(paths.filter((path) => path !== ''));
}
