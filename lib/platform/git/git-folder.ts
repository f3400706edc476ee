import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, type GitAnswer, gitBytes, type GitDeps, must } from './git.ts';

/** A git folder of our own, where no other program writes. */
export interface GitFolder extends GitDeps {
  /** Absolute. */
  readonly gitDir: string;
  /** Where git runs; absent: in its own folder. */
  readonly cwd?: string;
}

/** Our own git folder, opened for a repository. */
export interface OpenedGitFolder extends GitFolder {
  /** The top of the repository, absolute. */
  readonly repository: string;
  /** A sealed environment of it, from which copies get what is installed; absent: from the repository. */
  readonly sealed?: string | undefined;
}

/** Attributes of a folder may change bytes on their way in and out; here they go as they are. */
const asTheyAre =
  '* -text -ident -filter -working-tree-encoding !merge !diff !conflict-marker-size\n';

/** Makes the git folder when it is not there yet; it knows all that the repository knows, if one is named. */
export async function openGitFolder(own: GitFolder, repository?: string): Promise<void> {
  const known = repository === undefined ? undefined : await locateRepository(own, repository);
  const format = known === undefined ? [] : [`--object-format=${known.format}`];
  const init = ['init', '--quiet', '--bare', ...format, own.gitDir];
  must(await git(own, '/', init), 'make a git folder');
  const info = join(own.gitDir, 'info');
  await mkdir(info, { recursive: true });
  await writeFile(join(info, 'attributes'), asTheyAre);
  if (known === undefined) return;
  // It is a person's, who may keep it elsewhere.
  const exclude = await realpath(known.exclude).catch(() => known.exclude);
  const ignored = await own.scratch.read(exclude, mostIgnored);
  await writeFile(join(info, 'exclude'), ignored ?? '');
  await writeFile(join(own.gitDir, 'objects/info/alternates'), `${quoteGitPath(known.objects)}\n`);
}

/** What a person told git to ignore in this repository alone is a short list. */
const mostIgnored = 1024 * 1024;

async function locateRepository(deps: GitDeps, repository: string) {
  const asked = [
    ['--show-object-format'],
    ['--git-path', 'objects'],
    ['--git-path', 'info/exclude'],
  ];
  const [format = '', objects = '', exclude = ''] = await Promise.all(
    asked.map(async (one) => {
      const args = ['rev-parse', '--path-format=absolute', ...one];
      return must(await git(deps, repository, args), 'find the repository').stdout.slice(0, -1);
    }),
  );
  return { format, objects, exclude };
}

/** As git writes a name that may hold any character. */
function quoteGitPath(path: string): string {
  return `"${path.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;
}

/** Names that other file systems read as `.git` are shown like all others: the judge of a tree refuses them. */
const everyName = ['-c', 'core.protectHFS=false', '-c', 'core.protectNTFS=false'];

// A git folder may lie in the folder that git works on, where paths would be taken for paths of its own.
const outside = '/';

/** Asks our own git, which may say no. */
export function tryIn(own: GitFolder, args: readonly string[]): Promise<GitAnswer> {
  return git(own, outside, [`--git-dir=${own.gitDir}`, ...everyName, ...args]);
}

/** Asks our own git for what it has no reason to refuse. */
export async function askIn(own: GitFolder, args: readonly string[]): Promise<string> {
  return must(await tryIn(own, args), args[0] ?? '').stdout;
}

export function askBytesIn(own: GitFolder, args: readonly string[]): Promise<Uint8Array> {
  return gitBytes(own, outside, [`--git-dir=${own.gitDir}`, ...args]);
}

export interface WorkTree {
  readonly folder: string;
  /** The index file that belongs to it. */
  readonly index: string;
}

/** The same git, at work in a folder; whatever that holds, git never looks for a repository there. */
export function inWorkTree(own: GitFolder, { folder, index }: WorkTree): GitFolder {
  // Our own folder may lie inside of it, where paths would begin.
  const env = { ...own.env, GIT_WORK_TREE: folder, GIT_INDEX_FILE: index };
  return { ...own, cwd: folder, env };
}

/** The same git, with an index file that belongs to no folder. */
export function withIndexFile(own: GitFolder, index: string): GitFolder {
  return { ...own, env: { ...own.env, GIT_INDEX_FILE: index } };
}

/** Works with a folder that goes afterwards. */
export async function inScratch<Result>(
  { scratch }: GitDeps,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await scratch.create();
  try {
    return await work(folder);
  } finally {
    await scratch.remove(folder);
  }
}

/** The fields of `-z` output. */
export function splitFields(text: string): readonly string[] {
  return text.split('\0').filter((field) => field !== '');
}
