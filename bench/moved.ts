import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { readEnvironment } from '#config/env.ts';
import { changeMuch, changes, type Maker } from './moved/changes.ts';
import {
  compareCounts,
  countByFileAndRule,
  countByMessage,
  countTold,
  countTruth,
  type Counts,
  type Errors,
  type Told,
} from './moved/judges.ts';
import { createRandom } from './moved/random.ts';
import { sampleFiles, type Source, sources } from './moved/sources.ts';
import { textOf, traceTree, type Tree } from './moved/tree.ts';
import { printTable } from './table.ts';

const commitsOfEach = 6;
const filesOfEach = 30;
const launcher = join(import.meta.dirname, '../lib/cli/launch.mjs');

const report = z.object({
  exit: z.number(),
  engines: z.array(
    z.object({
      findings: z.array(
        z.object({
          filePath: z.string().optional(),
          line: z.number().optional(),
          symbol: z.string().optional(),
          kind: z.string(),
          message: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

const judges = [
  'ratchetr',
  'count by file and rule (ESLint)',
  'by message (mypy-baseline)',
] as const;
type Judge = (typeof judges)[number];

interface Replayed {
  readonly kind: string;
  readonly told: Readonly<Record<Judge, Errors>>;
}

/** Findings told as new that were there before, and new ones that were not told, over generated commits on real code. */
export async function benchMoved(): Promise<void> {
  for (const [index, source] of sources.entries()) {
    const replayed = await replaySource(source, 1_990 + index);
    const kinds = [...new Set(replayed.map(({ kind }) => kind))];
    const row = (name: string, some: readonly Replayed[]): readonly string[] => [
      name,
      String(some.length),
      ...judges.map((judge) => sumUp(some.map(({ told }) => told[judge]))),
    ];
    printTable(
      `Findings of generated commits, ${source.name} (target: 1 % of commits). A cell: commits judged wrongly, +findings told as new that were there, -new ones not told`,
      ['commit', 'count', ...judges],
      [
        ...kinds.map((kind) =>
          row(
            kind,
            replayed.filter((one) => one.kind === kind),
          ),
        ),
        row('all', replayed),
      ],
    );
  }
}

function sumUp(errors: readonly Errors[]): string {
  const wrong = errors.filter(({ alarms, missed }) => alarms + missed > 0).length;
  const [alarms, missed] = [sum(errors, 'alarms'), sum(errors, 'missed')];
  const share = ((100 * wrong) / errors.length).toFixed(1);
  return `${wrong} (${share} %) +${alarms} -${missed}`;
}

function sum(errors: readonly Errors[], which: keyof Errors): number {
  return errors.reduce((all, one) => all + one[which], 0);
}

async function replaySource(source: Source, seed: number): Promise<readonly Replayed[]> {
  const cache = join(import.meta.dirname, '../.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'bench-moved-'));
  try {
    const repository = join(folder, 'repository');
    const run = createRunner(repository, join(folder, 'home'), source.engine);
    const random = createRandom(seed);
    const { files, foreign } = await sampleFiles(source, random, filesOfEach);
    const maker: Maker = { random, language: source.language, foreign };
    const tree = traceTree(files);
    await writeFiles(repository, new Map([...(await source.settings()), ...files]));
    run.git('init', '--quiet', '--initial-branch=main');
    run.git('add', '-A');
    run.git('commit', '--quiet', '-m', 'Begin');
    run.ratchetr('baseline', '--engine', source.engine);
    run.git('add', '-A');
    run.git('commit', '--quiet', '-m', 'Keep a baseline');
    const before = run.check();
    if (before.some(({ isNew }) => isNew)) throw new Error('The base has new findings');
    const replayed: Replayed[] = [];
    for (const [kind, change] of [...Object.entries(changes), ['many', changeMuch] as const]) {
      for (let count = 0, tries = 0; count < commitsOfEach && tries < 200; tries += 1) {
        const after = change(maker, tree);
        if (after === undefined) continue;
        await commitTree(repository, run.git, after);
        const found = run.check();
        if (found.some(({ rule }) => rule === 'invalid-syntax' || rule === 'syntax_error'))
          continue;
        replayed.push({ kind, told: judgeCommit({ before, found, tree, after, kind }) });
        count += 1;
      }
    }
    return replayed;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Found extends Told {
  readonly isNew: boolean;
}

function judgeCommit({
  before,
  found,
  after,
  tree,
  kind,
}: {
  readonly before: readonly Found[];
  readonly found: readonly Found[];
  readonly tree: Tree;
  readonly after: Tree;
  readonly kind: string;
}): Replayed['told'] {
  const truth = countTruth(before, found, { before: tree, after });
  const errors = (counts: Counts): Errors => compareCounts(truth, counts);
  const own = countTold(found.filter(({ isNew }) => isNew));
  for (const key of new Set([...truth.keys(), ...own.keys()])) {
    if (truth.get(key) !== own.get(key))
      process.stderr.write(
        `${kind}: ${key}: ${own.get(key) ?? 0} told as new, ${truth.get(key) ?? 0} are\n`,
      );
  }
  return {
    ratchetr: errors(own),
    'count by file and rule (ESLint)': errors(countByFileAndRule(before, found)),
    'by message (mypy-baseline)': errors(countByMessage(before, found)),
  };
}

async function writeFiles(repository: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
  }
}

async function commitTree(repository: string, git: Runner['git'], tree: Tree): Promise<void> {
  git('checkout', '--quiet', '--force', '--detach', 'main');
  await rm(join(repository, 'src'), { recursive: true, force: true });
  await writeFiles(repository, new Map([...tree].map(([path, lines]) => [path, textOf(lines)])));
  git('add', '-A');
  git('commit', '--quiet', '--allow-empty', '-m', 'Change');
}

interface Runner {
  readonly git: (...args: readonly string[]) => void;
  readonly ratchetr: (...args: readonly string[]) => string;
  readonly check: () => readonly Found[];
}

function createRunner(repository: string, home: string, engine: string): Runner {
  const identity = { GIT_AUTHOR_NAME: 'bench', GIT_AUTHOR_EMAIL: 'bench@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'bench', GIT_COMMITTER_EMAIL: 'bench@example.com' };
  const env = { PATH: readEnvironment()['PATH'], HOME: home, ...identity, ...committer };
  const ratchetr = (...args: readonly string[]): string =>
    spawnSync(process.execPath, [launcher, ...args], {
      cwd: repository,
      env,
      encoding: 'utf8',
      maxBuffer: 2 ** 29,
    }).stdout;
  return {
    git: (...args) => {
      execFileSync('git', ['-c', 'gc.auto=0', ...args], { cwd: repository, env });
    },
    ratchetr,
    check: () => {
      const said = ratchetr('check', '--base', 'main', '--engine', engine, '--format', 'json');
      const { exit, engines } = report.parse(JSON.parse(said));
      if (exit > 1) throw new Error(`A check ended with ${exit}`);
      return engines.flatMap(({ findings }) =>
        findings.map(({ filePath = '', line, symbol, kind, message, status }) => ({
          path: filePath,
          line,
          rule: symbol ?? kind,
          message,
          isNew: status !== 'tolerated',
        })),
      );
    },
  };
}
