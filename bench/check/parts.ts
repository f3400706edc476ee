import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, compareContenders } from './measure.ts';
import { commitAll, environmentOfBench, plantPython } from './repositories.ts';

const rounds = 5;
const launcher = join(import.meta.dirname, '../../lib/cli/launch.mjs');
const ratchetr = (...args: readonly string[]): readonly string[] => [
  process.execPath,
  launcher,
  ...args,
];

export interface BenchPlace {
  readonly folder: string;
  readonly path: string;
}

/** What a start costs that has nothing to do. */
export function benchVersion({ folder, path }: BenchPlace): void {
  const run = (argv: readonly string[]): Command => ({
    argv,
    cwd: folder,
    env: { PATH: path, HOME: folder },
  });
  compareContenders(
    'Start of the program, against the same Node doing nothing',
    [
      { name: 'node -e 0', command: run([process.execPath, '-e', '0']) },
      { name: 'ratchetr --version', target: 3, command: run(ratchetr('--version')) },
    ],
    rounds * 3,
  );
}

/** mypy after an edit of a module that no other knows. */
export async function benchLeaf({ folder, path }: BenchPlace): Promise<void> {
  const { folder: repository } = await plantPython(join(folder, 'leaf'));
  const leaf = join(repository, 'parts/part_59.py');
  const env = { PATH: path, HOME: join(folder, 'leaf-home') };
  const prepare = (round: number): void =>
    appendFileSync(leaf, `\n\ndef leaf_${round}() -> int:\n    return ${round}\n`);
  const bare = { argv: ['.venv/bin/mypy'], cwd: repository, env };
  const check = { argv: ratchetr('check', '--engine', 'mypy'), cwd: repository, env };
  compareContenders(
    'mypy after an edit of one leaf, against mypy with its own cache',
    [
      { name: 'mypy', prepare, command: bare },
      { name: 'ratchetr check', prepare: (round) => prepare(1_000 + round), command: check },
    ],
    rounds,
  );
}

/** A linter that judges ten thousand files in no time. */
export async function benchManyFiles({ folder, path }: BenchPlace): Promise<void> {
  const repository = join(folder, 'many');
  const environment = await environmentOfBench();
  for (let index = 0; index < 10_000; index += 1) {
    const file = join(repository, `src/part_${index % 100}/module_${index}.py`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `def add(value: int) -> int:\n    return value + ${index}\n`.repeat(10));
  }
  writeFileSync(join(repository, 'ruff.toml'), 'lint.ignore = ["F811"]\n');
  commit(repository, environment);
  const run = (argv: readonly string[]): Command => ({
    argv,
    cwd: repository,
    env: { PATH: path, HOME: join(folder, 'many-home') },
  });
  execFileSync(process.execPath, [launcher, 'check'], {
    cwd: repository,
    env: run([]).env,
    stdio: 'ignore',
  });
  compareContenders(
    'ruff over 10,000 files of which none changed',
    [
      { name: 'ruff, nothing kept', command: run(['.venv/bin/ruff', 'check', '--no-cache', '.']) },
      { name: 'ruff, its own cache', command: run(['.venv/bin/ruff', 'check', '.']) },
      { name: 'ratchetr check', target: 0.5, command: run(ratchetr('check')) },
    ],
    rounds,
  );
}

/** The repair of one finding that the tool itself can do. */
export async function benchFix({ folder, path }: BenchPlace): Promise<void> {
  const original = join(folder, 'fix');
  mkdirSync(original, { recursive: true });
  writeFileSync(join(original, 'pyproject.toml'), '[tool.ruff]\nline-length = 100\n');
  writeFileSync(join(original, 'unused.py'), 'import os\n\nvalue = 1\n');
  commit(original, await environmentOfBench());
  const copies = ['bare', 'fix'].map((name) => join(folder, `fix-${name}`));
  const [bare = '', ours = ''] = copies;
  const renew = (copy: string) => (): void => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
  };
  const env = { PATH: path, HOME: join(folder, 'fix-home') };
  compareContenders(
    'The repair of one finding (target: at most 1,000 ms more)',
    [
      {
        name: 'ruff check --fix',
        prepare: renew(bare),
        command: { argv: ['.venv/bin/ruff', 'check', '--fix', '.'], cwd: bare, env },
      },
      {
        name: 'ratchetr fix --agent autofix',
        prepare: renew(ours),
        command: { argv: ratchetr('fix', '--agent', 'autofix'), cwd: ours, env },
      },
    ],
    rounds,
  );
}

function commit(repository: string, environment: string): void {
  writeFileSync(join(repository, '.gitignore'), '.venv\n.ruff_cache\n');
  symlinkSync(environment, join(repository, '.venv'));
  commitAll(repository);
}
