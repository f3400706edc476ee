import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { readEnvironment } from '#config/env.ts';
import { pythonTools } from '../test/support/python-tools.ts';
import { printTable } from './table.ts';

const rounds = 3;
const project = join(import.meta.dirname, '..');
const launcher = join(project, 'lib/cli/launch.mjs');

const report = z.object({
  exit: z.number(),
  engines: z.array(
    z.object({
      outcome: z.object({
        argv: z.array(z.string()),
        origin: z.string(),
        plan: z.object({ engine: z.string() }),
      }),
    }),
  ),
});

/** A whole check against the same tools started side by side by a bare script, with nothing kept and from the cache. */
export async function benchCheck(): Promise<void> {
  // Beside the packages, so that their files can be linked.
  await mkdir(join(project, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(project, '.cache/bench-'));
  const repository = join(folder, 'repository');
  const env = { PATH: readEnvironment()['PATH'], HOME: join(folder, 'home') };
  try {
    await mkdir(env.HOME, { recursive: true });
    await plantRepository(repository);
    const first = await check(repository, env, '--no-cache');
    // What is measured must be there: tools that fail at once would make a fine ratio.
    if (first.exit > 1) throw new Error(`The check to measure ended with ${first.exit}`);
    const commands = first.engines.map(({ outcome }) => outcome.argv);
    await check(repository, env);
    const times = { bare: [] as number[], cold: [] as number[], warm: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.bare.push(await timed(() => runBare(commands, { repository, env, folder, round })));
      times.cold.push(await timed(() => check(repository, env, '--no-cache')));
      times.warm.push(await timed(() => checkWarm(repository, env)));
    }
    const [bare, cold, warm] = [median(times.bare), median(times.cold), median(times.warm)];
    printTable(
      `ratchetr check of ${commands.length} engines, against the same tools by a bare script (targets: cold 1.10, warm 0.10)`,
      ['run', 'wall time', 'ratio'],
      [
        ['bare script', `${bare.toFixed(0)} ms`, '1.00'],
        ['check, nothing kept', `${cold.toFixed(0)} ms`, (cold / bare).toFixed(2)],
        ['check, from the cache', `${warm.toFixed(0)} ms`, (warm / bare).toFixed(2)],
      ],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sources of this very project, and Python beside them, with the tools of the tests. */
async function plantRepository(repository: string): Promise<void> {
  const files: Record<string, string> = {
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['lib'] }),
    'package.json': JSON.stringify({ type: 'module', imports: await readImports() }),
    '.oxlintrc.json': '{"ignorePatterns":["node_modules"]}',
    'ruff.toml': '',
    'mypy.ini': '[mypy]\n',
    '.pylintrc': '[MAIN]\ndisable=all\nenable=E\n',
    'pytest.ini': '[pytest]\n',
    'ratchetr.yaml':
      'scope: { paths: [lib, py] }\nengines: { tsc: { paths: [.] }, mypy: { paths: [py] } }\n',
  };
  for (let index = 0; index < 60; index += 1) {
    files[`py/test_part_${index}.py`] = pythonModule(index);
  }
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(repository, path)), { recursive: true });
    await writeFile(join(repository, path), text);
  }
  await cp(join(project, 'lib'), join(repository, 'lib'), { recursive: true });
  // Else it is a part of this project, which ignores the folder that it is in.
  execFileSync('git', ['init', '--quiet', repository]);
  await writeFile(join(repository, '.gitignore'), 'node_modules\n.venv\n');
  // Links to each file: a folder that is only linked is not known to be what it was.
  execFileSync('cp', ['-al', join(project, 'node_modules'), join(repository, 'node_modules')]);
  const { bin } = await pythonTools({
    base: 'python3',
    requirements: join(project, 'test/support/python/engines.txt'),
    cache: join(project, '.cache/python'),
  });
  await symlink(dirname(bin), join(repository, '.venv'));
}

const compilerOptions = {
  allowImportingTsExtensions: true,
  module: 'nodenext',
  noEmit: true,
  skipLibCheck: true,
  strict: true,
  target: 'es2024',
  types: ['node'],
};

async function readImports(): Promise<unknown> {
  const text = await readFile(join(project, 'package.json'), 'utf8');
  return z.object({ imports: z.unknown() }).parse(JSON.parse(text)).imports;
}

function pythonModule(index: number): string {
  const functions = Array.from(
    { length: 30 },
    (_, n) =>
      `def add_${n}(left: int, right: int) -> int:\n    return left + right + ${index * n}\n\n\ndef test_${n}() -> None:\n    assert add_${n}(1, 2) == 3 + ${index * n}\n`,
  );
  return functions.join('\n\n');
}

type Environment = Readonly<Record<string, string | undefined>>;

async function check(repository: string, env: Environment, ...more: readonly string[]) {
  const engines = ['mypy', 'oxlint', 'pylint', 'pytest', 'ruff', 'tsc'];
  const wanted = engines.flatMap((id) => ['--engine', id]);
  const argv = [launcher, 'check', '--mode', 'target', '--format', 'json', ...wanted, ...more];
  const said = await run([process.execPath, ...argv], repository, env);
  return report.parse(JSON.parse(said));
}

async function checkWarm(repository: string, env: Environment): Promise<void> {
  const { engines } = await check(repository, env);
  const executed = engines.filter(({ outcome }) => outcome.origin !== 'cached');
  if (executed.length === 0) return;
  const names = executed.map(({ outcome }) => outcome.plan.engine).join(', ');
  throw new Error(`Not from the cache: ${names}`);
}

interface Bare {
  readonly repository: string;
  readonly env: Environment;
  readonly folder: string;
  readonly round: number;
}

/** The very commands of the check, all at once, each with folders of its own that nobody used before. */
async function runBare(
  commands: readonly (readonly string[])[],
  { repository, env, folder, round }: Bare,
): Promise<void> {
  const started = commands.map(async (argv, index) => {
    const scratch = join(folder, `bare-${round}-${index}`);
    await mkdir(scratch, { recursive: true });
    const own = argv.map((word) => word.replace(/[^=\s]*\/ratchetr-run-\w+/, scratch));
    await run(own, repository, { ...env, ...toolEnv });
  });
  await Promise.all(started);
}

const toolEnv = {
  CI: '1',
  LC_ALL: 'C.UTF-8',
  NO_COLOR: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUTF8: '1',
};

function run(argv: readonly string[], cwd: string, env: Environment): Promise<string> {
  const [program = '', ...args] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', reject);
    child.on('close', () => resolve(stdout));
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
