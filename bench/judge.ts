import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runReport } from '#model/run-report.ts';
import { pythonTools } from '../test/support/python-tools.ts';
import { benchSealing, benchSetup } from './judge/environments.ts';
import { printTable } from './table.ts';

const launcher = join(import.meta.dirname, '../lib/cli/launch.mjs');
const writer = join(import.meta.dirname, '../test/fixtures/programs/write-files.mjs');
const tools = {
  base: 'python3',
  requirements: join(import.meta.dirname, '../test/support/python/engines.txt'),
  cache: join(import.meta.dirname, '../.cache/python'),
};
const runs = 3;

const right = 'def total(items):\n    return sum(items)\n';
const wrong = 'def total(items):\n    return sum(items) + 1\n';
const test = (sum: number): string =>
  `from shop import total\n\n\ndef test_total():\n    assert total([1, 2]) == ${sum}\n`;

const repairs = {
  'in the source': { start: wrong, test: test(3), make: { 'shop.py': right } },
  'in the test': { start: right, test: test(4), make: { 'test_shop.py': test(3) } },
  'in both': {
    start: wrong,
    test: test(5),
    make: { 'shop.py': right, 'test_shop.py': test(3) },
  },
};

/** What proof costs: the evidence for one repaired test beside one bare run of it, and a sealed environment beside a cold install; medians. */
export async function benchJudge(): Promise<void> {
  await benchEvidence();
  await benchSetup();
  await benchSealing();
}

async function benchEvidence(): Promise<void> {
  const rows: string[][] = [];
  for (const [name, repair] of Object.entries(repairs)) {
    const measured: Measured[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measure(repair));
    const median = (of: (one: Measured) => number): number =>
      measured.map(of).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
    rows.push([
      name,
      median(({ bareMs }) => bareMs).toFixed(0),
      median(({ evidenceMs }) => evidenceMs).toFixed(0),
      median(({ bareMs, evidenceMs }) => evidenceMs / bareMs).toFixed(2),
      median(({ canariesMs }) => canariesMs).toFixed(0),
    ]);
  }
  printTable(
    'Evidence for one repaired pytest finding: at most 3 bare runs; canaries: at most 150 ms',
    ['repaired', 'bare run ms', 'evidence ms', 'times', 'canaries ms'],
    rows,
  );
}

interface Measured {
  readonly bareMs: number;
  readonly evidenceMs: number;
  readonly canariesMs: number;
}

async function measure(repair: (typeof repairs)[keyof typeof repairs]): Promise<Measured> {
  const root = await mkdtemp(join(tmpdir(), 'ratchetr-bench-judge-'));
  try {
    const command = [process.execPath, writer, JSON.stringify(repair.make)];
    const files = {
      '.gitignore': '.venv\n.ratchetr\n',
      'pytest.ini': '[pytest]\n',
      'ratchetr.yaml': JSON.stringify({
        version: 1,
        agents: { order: ['command'], settings: { command: { command } } },
      }),
      'shop.py': repair.start,
      'test_shop.py': repair.test,
    };
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org'];
    execFileSync('git', ['init', '-q', root]);
    execFileSync('git', ['add', '-A'], { cwd: root });
    execFileSync('git', [...identity, 'commit', '-qm', 'Start'], { cwd: root });
    await symlink(dirname((await pythonTools(tools)).bin), join(root, '.venv'));
    const stdout = execFileSync(
      process.execPath,
      [launcher, 'fix', '--format', 'json', '--engine', 'pytest', '--apply'],
      { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const { tasks } = runReport.parse(JSON.parse(stdout));
    const evidence = tasks[0]?.attempts[0]?.evidence;
    if (evidence === undefined) throw new Error(`There is no evidence.\n${stdout}`);
    const { all: evidenceMs, canaries: canariesMs } = evidence.tookMs;
    return { bareMs: bareRun(root), evidenceMs, canariesMs };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function bareRun(root: string): number {
  const began = performance.now();
  const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', 'test_shop.py'];
  execFileSync(join(root, '.venv/bin/python'), args, { cwd: root, stdio: 'ignore' });
  return performance.now() - began;
}
