import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { DiffEntry, EntryMode } from '#domain/enforce/diff.ts';
import { sha } from '#domain/model/ids.ts';
import type { Trees } from '#ports/trees.ts';
import { git, type GitDeps, must } from './git.ts';

export interface TreesOptions extends GitDeps {
  /** A git folder of our own, absolute; nobody else writes there. */
  readonly gitDir: string;
}

/** Longer texts are nobody's to read line by line. */
const longestText = 1024 * 1024;

/** Attributes of a folder may change bytes on their way in and out; here they go as they are. */
const asTheyAre = '* -text -ident -filter -working-tree-encoding !merge !diff\n';

/** Opens a git folder that is trusted, and makes it when it is not there yet. */
export async function openTrees(options: TreesOptions): Promise<Trees> {
  const { gitDir } = options;
  must(await git(options, '/', ['init', '--quiet', '--bare', gitDir]), 'make a git folder');
  await mkdir(join(gitDir, 'info'), { recursive: true });
  await writeFile(join(gitDir, 'info/attributes'), asTheyAre);
  return {
    capture: (folder) =>
      withIndex(options, folder, async (inFolder) => sha.parse(await inFolder('write-tree'))),
    restore: (folder, tree) =>
      withIndex(options, folder, async (inFolder) => {
        await inFolder('read-tree', '--reset', '-u', tree);
      }),
    compare: (before, after) => compare(options, before, after),
  };
}

/** Works with an index of its own that holds the folder as it is now. */
async function withIndex<Result>(
  { gitDir, ...deps }: TreesOptions,
  folder: string,
  work: (inFolder: (...args: readonly string[]) => Promise<string>) => Promise<Result>,
): Promise<Result> {
  const scratch = await deps.scratch.create();
  const own = { ...deps, env: { GIT_INDEX_FILE: join(scratch, 'index') } };
  const inFolder = async (...args: readonly string[]): Promise<string> => {
    const at = [`--git-dir=${gitDir}`, `--work-tree=${folder}`];
    return must(await git(own, folder, [...at, ...args]), `${args[0]} ${folder}`).stdout.trim();
  };
  try {
    await inFolder('add', '--all', '--', '.');
    return await work(inFolder);
  } finally {
    await deps.scratch.remove(scratch);
  }
}

async function compare(
  options: TreesOptions,
  before: string,
  after: string,
): Promise<readonly DiffEntry[]> {
  const shape = ['diff-tree', '-r', '-z', '-M', '--no-ext-diff', '--no-textconv'];
  const [raw, counts] = await Promise.all([
    ask(options, [...shape, '--raw', '--no-abbrev', before, after]),
    ask(options, [...shape, '--numstat', before, after]),
  ]);
  const lines = readCounts(counts);
  return Promise.all(readRaw(raw).map((change) => describe(options, change, lines)));
}

async function ask({ gitDir, ...deps }: TreesOptions, args: readonly string[]): Promise<string> {
  const answer = await git(deps, gitDir, [`--git-dir=${gitDir}`, ...args]);
  return must(answer, `compare trees (${args[0]})`).stdout;
}

interface Change {
  readonly status: DiffEntry['status'];
  readonly path: string;
  readonly oldPath?: string;
  readonly modes: readonly [EntryMode | null, EntryMode | null];
  readonly blobs: readonly [string, string];
}

const mode = z.enum(['100644', '100755', '120000', '160000']);
const statuses: Readonly<Record<string, DiffEntry['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
};

/** `:mode mode blob blob status`, then one path, or two for a rename. */
function readRaw(text: string): readonly Change[] {
  const fields = text.split('\0').values();
  const changes: Change[] = [];
  for (const head of fields) {
    if (head === '') continue;
    const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', letter = ''] = head
      .slice(1)
      .split(' ');
    const first = fields.next().value ?? '';
    const status = statuses[letter.charAt(0)] ?? 'modified';
    const moved = status === 'renamed' ? { oldPath: first } : {};
    const path = status === 'renamed' ? (fields.next().value ?? '') : first;
    const modes = [mode.safeParse(oldMode).data ?? null, mode.safeParse(newMode).data ?? null];
    const [before = null, after = null] = modes;
    changes.push({ status, path, ...moved, modes: [before, after], blobs: [oldBlob, newBlob] });
  }
  return changes;
}

interface Counts {
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
}

/** `added TAB removed TAB path`, where a rename has no path there and two of them after it. */
function readCounts(text: string): ReadonlyMap<string, Counts> {
  const fields = text.split('\0').values();
  const counts = new Map<string, Counts>();
  for (const head of fields) {
    const [added = '', removed = '', ...rest] = head.split('\t');
    if (head === '') continue;
    let path = rest.join('\t');
    if (path === '') {
      fields.next();
      path = fields.next().value ?? '';
    }
    const isBinary = added === '-';
    counts.set(path, { added: Number(added) || 0, removed: Number(removed) || 0, isBinary });
  }
  return counts;
}

async function describe(
  options: TreesOptions,
  { status, path, oldPath, modes, blobs }: Change,
  counts: ReadonlyMap<string, Counts>,
): Promise<DiffEntry> {
  const [oldMode, newMode] = modes;
  const { added = 0, removed = 0, isBinary = false } = counts.get(path) ?? {};
  const [oldText, newText] = await Promise.all(
    blobs.map(async (blob, side) =>
      isBinary ? undefined : readText(options, blob, modes[side] ?? null),
    ),
  );
  return {
    path,
    ...(oldPath !== undefined && { oldPath }),
    status,
    oldMode,
    newMode,
    oldText,
    newText,
    addedLines: added,
    removedLines: removed,
    ...(newMode === '120000' && newText !== undefined && { linkTarget: newText }),
  };
}

async function readText(
  options: TreesOptions,
  blob: string,
  kind: EntryMode | null,
): Promise<string | undefined> {
  if (kind === null || kind === '160000') return undefined;
  const size = Number(await ask(options, ['cat-file', '-s', blob]));
  return size > longestText ? undefined : ask(options, ['cat-file', 'blob', blob]);
}
