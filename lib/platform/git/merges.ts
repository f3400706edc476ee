import { shownText } from '#repair/rules/verdict/rejection.ts';
import { nameFirst } from '#base/words.ts';
import { type Sha, sha } from '#model/ids.ts';
import type { Merge, Merges, Side } from '#repair/needs/merges.ts';
import { type GitFolder, type OpenedGitFolder, tryIn } from './git-folder.ts';
import { resolveCommit } from './history.ts';
import { git, must } from './git.ts';

/** Merges commits of a repository in our own git folder, which was opened for it. */
export function createMerges(deps: OpenedGitFolder): Merges {
  return {
    side: (ref) => findSide(deps, ref),
    prepare: async (ours, theirs) => {
      const { isShallow, own } = await withHistory(deps);
      const unknown = await findUnknown(own, [ours, theirs]);
      if (unknown !== undefined) {
        return impossible(`git knows no commit ${unknown} here; fetch it`);
      }
      return (await mergeCommits(own, [ours, theirs])) ?? unrelated(own, [ours, theirs], isShallow);
    },
  };
}

async function findSide(
  { repository, ...own }: OpenedGitFolder,
  ref: string,
): Promise<Side | undefined> {
  const found = await resolveCommit(own, repository, ref);
  if (found === undefined) return undefined;
  const commit = sha.parse(found);
  const shown = await git(own, repository, ['show', '-s', '--format=%s', '--no-ext-diff', commit]);
  return { commit, subject: must(shown, 'read a commit').stdout.trim() };
}

function impossible(reason: string): Merge {
  return { kind: 'impossible', reason };
}

/** Where the history of the repository was cut off, ours must end too. */
async function withHistory({ repository, ...own }: OpenedGitFolder) {
  const asked = ['--is-shallow-repository', '--path-format=absolute', '--git-path', 'shallow'];
  const answer = must(await git(own, repository, ['rev-parse', ...asked]), 'find the repository');
  const end = answer.stdout.indexOf('\n');
  const isShallow = answer.stdout.slice(0, end) === 'true';
  const env = isShallow ? { GIT_SHALLOW_FILE: answer.stdout.slice(end + 1, -1) } : {};
  return { isShallow, own: { ...own, env: { ...own.env, ...env } } };
}

async function findUnknown(own: GitFolder, commits: readonly Sha[]): Promise<Sha | undefined> {
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
  const list = nameFirst(
    paths.map((path) => shownText(path)),
    mostShown,
  );
  return `the two sides differ about ${list} in more than the lines of a text (deleted, renamed, binary or of another kind); a person must decide there`;
}

async function unrelated(own: GitFolder, pair: Pair, isShallow: boolean): Promise<Merge> {
  const { code, stderr } = await tryIn(own, ['merge-base', ...pair]);
  if (code !== 1) must({ code: null, stdout: '', stderr }, 'merge');
  const cut = isShallow ? ' in what was fetched; fetch more of the history' : '';
  return impossible(`${pair[0]} and ${pair[1]} have no commit in common${cut}`);
}

interface MergeAnswer {
  readonly tree: string;
  /** All files with a conflict, in the order of git. */
  readonly paths: readonly string[];
  readonly stages: readonly Stage[];
  readonly messages: readonly Message[];
}

interface Stage {
  readonly mode: string;
  /** 1: in the common start, 2: ours, 3: theirs. */
  readonly stage: string;
  readonly path: string;
}

interface Message {
  readonly type: string;
  readonly paths: readonly string[];
}

/** Reads `merge-tree -z`: the tree, the stages, an empty field, then `count, paths, type, text` for each message. */
function readMerge(text: string): MergeAnswer {
  const [tree = '', ...rest] = text.split('\0');
  const end = rest.indexOf('');
  const stages = rest.slice(0, end).map((field) => readStage(field));
  const paths = [...new Set(stages.map(({ path }) => path))];
  return { tree, paths, stages, messages: readMessages(rest.slice(end + 1)) };
}

/** `mode blob stage TAB path` */
function readStage(field: string): Stage {
  const tab = field.indexOf('\t');
  const [mode = '', , stage = ''] = field.slice(0, tab).split(' ');
  return { mode, stage, path: field.slice(tab + 1) };
}

function readMessages(fields: readonly string[]): readonly Message[] {
  const messages: Message[] = [];
  let at = 0;
  while (at < fields.length) {
    const count = Number(fields[at]);
    const type = fields[at + count + 1];
    if (type === undefined) break;
    messages.push({ type, paths: fields.slice(at + 1, at + 1 + count) });
    at += count + 3;
  }
  return messages;
}

/** Where markers cannot tell the whole conflict. */
function hardPaths({ paths, stages, messages }: MergeAnswer): readonly string[] {
  const conflicts = messages.filter(({ type }) => type.startsWith('CONFLICT'));
  const inLines = new Set(
    conflicts
      .filter(({ type }) => type === 'CONFLICT (contents)')
      .flatMap((message) => message.paths),
  );
  const others = conflicts.filter(({ type }) => type !== 'CONFLICT (contents)');
  const isFileOn = (path: string, side: string): boolean =>
    stages.some((one) => one.path === path && one.stage === side && one.mode.startsWith('100'));
  const hard = paths.filter(
    (path) => !inLines.has(path) || !isFileOn(path, '2') || !isFileOn(path, '3'),
  );
  return [...new Set([...hard, ...others.flatMap((message) => message.paths)])];
}
