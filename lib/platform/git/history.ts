import { posix } from 'node:path';
import { sha } from '#model/ids.ts';
import type { BaseCommit, History, TreeChanges } from '#check/needs/history.ts';
import { readChangedLines } from './changed-lines.ts';
import { findTop } from './find-top.ts';
import { splitFields } from './git-folder.ts';
import { git, type GitAnswer, type GitDeps, must, overriding } from './git.ts';

/** Reads the history of a checkout with git, whatever the checkout configures. */
export function createHistory(deps: GitDeps): History {
  const listFolder = createFolderLister(deps);
  const listFilters = createFilterLister(deps);
  return {
    listIgnored: (repository) => listIgnored(deps, repository),
    listCommittedTools: (repository) => listCommittedTools(deps, repository),
    topOf: (folder) => findTop(deps, folder),
    placeOf: async (repository) => {
      const answer = await git(deps, repository, ['rev-parse', '--show-prefix']);
      return must(answer, 'find the repository').stdout.trim();
    },
    base: (repository, ref) => findBase(deps, repository, ref),
    commitsBefore: async (repository, commit, most) => {
      const args = ['rev-list', '--first-parent', `--max-count=${most + 1}`, commit, '--'];
      const { stdout } = must(await git(deps, repository, args), 'list commits');
      const commits = stdout.split('\n').filter(Boolean);
      return commits.slice(1).map((one) => sha.parse(one));
    },
    treeOf: async (repository, commit) => {
      const args = ['rev-parse', '--verify', '--quiet', `${commit}:./`];
      const { code, stdout } = await git(deps, repository, args);
      return code === 0 ? sha.parse(stdout.trim()) : undefined;
    },
    readFile: async (repository, commit, path) => {
      const plain = posix.normalize(path);
      const files = await listFolder(repository, commit, posix.dirname(plain));
      if (!files.has(plain)) return undefined;
      const shown = await git(deps, repository, ['cat-file', 'blob', `${commit}:./${path}`]);
      return must(shown, 'read a file').stdout;
    },
    changesSince: (repository, commit) =>
      readTreeChanges({ deps, listFilters }, repository, commit),
    changedLines: async (repository, commit) => {
      const shape = ['--unified=0', '--no-color', '--src-prefix=a/', '--dst-prefix=b/'];
      const args = [...shape, '-M', commit, '--'];
      const shown = await diffWorkingTree({ deps, listFilters }, repository, args);
      return readChangedLines(must(shown, 'compare the working tree').stdout);
    },
  };
}

/** Lists the plain files of a folder in a commit, each folder once: of most files that are asked for there are none. */
function createFolderLister(deps: GitDeps) {
  const listed = new Map<string, Promise<ReadonlySet<string>>>();
  return (repository: string, commit: string, folder: string): Promise<ReadonlySet<string>> => {
    const key = [repository, commit, folder].join('\0');
    const listing = listed.get(key) ?? listFolderOfCommit(deps, repository, { commit, folder });
    listed.set(key, listing);
    // What failed once may work the next time.
    listing.catch(() => listed.delete(key));
    return listing;
  };
}

async function listFolderOfCommit(
  deps: GitDeps,
  repository: string,
  { commit, folder }: { readonly commit: string; readonly folder: string },
): Promise<ReadonlySet<string>> {
  const paths = folder === '.' ? [] : ['--', `${folder}/`];
  const answer = await git(deps, repository, ['ls-tree', '-z', commit, ...paths]);
  const entries = splitFields(must(answer, 'list a folder').stdout);
  return new Set(
    entries.flatMap((entry) => /^100(?:644|755) blob \S+\t([^]+)$/.exec(entry)?.[1] ?? []),
  );
}

/** Whatever the checkout configures for its differences is left out, and what lies beside the folder. */
async function diffWorkingTree(
  { deps, listFilters }: FilteredGit,
  repository: string,
  args: readonly string[],
): Promise<GitAnswer> {
  // What is dirty in a repository inside, only that one could tell, with programs of its own.
  const shape = ['--relative', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];
  const env = { ...deps.env, ...overriding(await listFilters(repository)) };
  return git({ ...deps, env }, repository, ['diff', ...shape, ...args]);
}

interface FilteredGit {
  readonly deps: GitDeps;
  readonly listFilters: ReturnType<typeof createFilterLister>;
}

/** What turns filters off; asked for once by those that ask at the same time, and anew by the next: a checkout may be given more. */
function createFilterLister(deps: GitDeps) {
  const asking = new Map<string, ReturnType<typeof disableFilters>>();
  return (repository: string): ReturnType<typeof disableFilters> => {
    const known = asking.get(repository);
    if (known !== undefined) return known;
    const asked = disableFilters(deps, repository).finally(() => asking.delete(repository));
    asking.set(repository, asked);
    return asked;
  };
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
  { deps, listFilters }: FilteredGit,
  repository: string,
  commit: string,
): Promise<TreeChanges> {
  const args = ['--name-status', '-z', '-M', commit, '--'];
  const others = ['ls-files', '--others', '--exclude-standard', '-z'];
  const [tracked, untracked] = await Promise.all([
    diffWorkingTree({ deps, listFilters }, repository, args),
    git(deps, repository, others),
  ]);
  const changes = parseNameStatus(must(tracked, 'compare the working tree').stdout);
  const added = splitFields(must(untracked, 'list new files').stdout);
  return { ...changes, changed: new Set([...changes.changed, ...added]), tracked: changes.changed };
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

async function listCommittedTools(deps: GitDeps, repository: string): Promise<ReadonlySet<string>> {
  const { code, stdout } = await git(deps, repository, ['ls-files', '--stage', '-z']);
  if (code !== 0) return new Set();
  const entries = splitFields(stdout).map((entry) => /^(\d+) [^\t]*\t([^]*)$/.exec(entry));
  return new Set(
    entries.flatMap((entry) => {
      const [, mode, path = ''] = entry ?? [];
      return mode === '120000' || looksInstalled.test(path) ? [path] : [];
    }),
  );
}

const looksInstalled = /(?:^|\/)(?:pyvenv\.cfg$|node_modules\/)/;
