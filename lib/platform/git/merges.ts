import { shownText } from '#repair/rules/verdict/rejection.ts';
import { type Sha, sha } from '#model/ids.ts';
import type { Merge, Merges, Side } from '#repair/needs/merges.ts';
import { type GitFolder, tryIn } from './git-folder.ts';
import { git, must } from './git.ts';
import { hardPaths, readMerge } from './merge-answer.ts';

export interface MergesDeps extends GitFolder {
  /** Where the commits are. */
  readonly repository: string;
}

/** Merges commits of a repository in our own git folder, which was opened for it. */
export function createMerges(deps: MergesDeps): Merges {
  return {
    side: (ref) => findSide(deps, ref),
    prepare: async (ours, theirs) => {
      const { isShallow, own } = await withHistory(deps);
      const unknown = await unknownOf(own, [ours, theirs]);
      if (unknown !== undefined) {
        return impossible(`git knows no commit ${unknown} here; fetch it`);
      }
      return (await mergeCommits(own, [ours, theirs])) ?? unrelated(own, [ours, theirs], isShallow);
    },
  };
}

async function findSide(
  { repository, ...own }: MergesDeps,
  ref: string,
): Promise<Side | undefined> {
  const found = await git(own, repository, [
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${ref}^{commit}`,
  ]);
  if (found.code !== 0) return undefined;
  const commit = sha.parse(found.stdout.trim());
  const shown = await git(own, repository, ['show', '-s', '--format=%s', '--no-ext-diff', commit]);
  return { commit, subject: must(shown, 'read a commit').stdout.trim() };
}

function impossible(because: string): Merge {
  return { kind: 'impossible', because };
}

/** Where the history of the repository was cut off, ours must end too. */
async function withHistory({ repository, ...own }: MergesDeps) {
  const asked = ['--is-shallow-repository', '--path-format=absolute', '--git-path', 'shallow'];
  const answer = must(await git(own, repository, ['rev-parse', ...asked]), 'find the repository');
  const end = answer.stdout.indexOf('\n');
  const isShallow = answer.stdout.slice(0, end) === 'true';
  const env = isShallow ? { GIT_SHALLOW_FILE: answer.stdout.slice(end + 1, -1) } : {};
  return { isShallow, own: { ...own, env: { ...own.env, ...env } } };
}

async function unknownOf(own: GitFolder, commits: readonly Sha[]): Promise<Sha | undefined> {
  const input = commits.map((commit) => `${commit}\n`).join('');
  const asked = ['cat-file', '--batch-check=%(objecttype)'];
  const types = must(await tryIn({ ...own, input }, asked), 'find the commits').stdout.split('\n');
  return commits.find((_, index) => types[index] !== 'commit');
}

type Pair = readonly [Sha, Sha];

/** Undefined: git would not merge them at all. */
async function mergeCommits(own: GitFolder, pair: Pair): Promise<Merge | undefined> {
  const style = ['-c', 'merge.conflictStyle=zdiff3'];
  const { code, stdout } = await tryIn(own, [
    ...style,
    'merge-tree',
    '--write-tree',
    '-z',
    ...pair,
  ]);
  if (code !== 0 && code !== 1) return undefined;
  const answer = readMerge(stdout);
  const tree = sha.parse(answer.tree);
  if (code === 0) return { kind: 'clean', tree };
  const hard = hardPaths(answer);
  if (hard.length > 0) return impossible(sayHard(hard));
  return { kind: 'conflict', tree, paths: answer.paths };
}

const mostShown = 10;

function sayHard(paths: readonly string[]): string {
  const shown = paths.slice(0, mostShown).map((path) => shownText(path));
  const more = paths.length > mostShown ? ` and ${paths.length - mostShown} more` : '';
  const list = `${shown.join(', ')}${more}`;
  return `the two sides differ about ${list} in more than the lines of a text (deleted, renamed, binary or of another kind); a person must decide there`;
}

async function unrelated(own: GitFolder, pair: Pair, isShallow: boolean): Promise<Merge> {
  const { code, stderr } = await tryIn(own, ['merge-base', ...pair]);
  if (code !== 1) must({ code: null, stdout: '', stderr }, 'merge');
  const cut = isShallow ? ' in what was fetched; fetch more of the history' : '';
  return impossible(`${pair[0]} and ${pair[1]} have no commit in common${cut}`);
}
