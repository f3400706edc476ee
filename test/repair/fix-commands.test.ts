import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { autofix } from '#agents/autofix/agent.ts';
import type { FixCommand } from '#agents/contract.ts';
import { structuredPlan } from '#model/structured-plan.ts';
import type { Engine } from '#engines/contract.ts';
import { engines } from '#engines/registry.ts';
import { fixCommands } from '#repair/fix-commands.ts';
import { planOf } from '../engines/recorded.ts';
import { type Files, repository } from '../engines/repair-runs.ts';
import { tempFolder } from '../support/temp-folder.ts';

const modules = join(import.meta.dirname, '../../node_modules');
const processes = createProcesses({ clock: systemClock, parentEnv: process.env });

function engineOf(id: string): Engine {
  const engine = engines.find((one) => one.id === id);
  if (engine === undefined) throw new Error(`No engine ${id}`);
  return engine;
}

async function programOf(id: string, root: string): Promise<readonly [string, ...string[]]> {
  const { program } = engineOf(id);
  if (program.kind === 'python-module') {
    return [join(root, '.venv/bin/python'), '-m', program.module];
  }
  if (program.kind === 'binary') return [program.name];
  const native = join(modules, '@biomejs/cli-linux-x64/biome');
  if (id === 'biome') return [native];
  return [process.execPath, await realpath(join(modules, '.bin', program.bin))];
}

interface Repair {
  readonly files: Files;
  /** The one file that is to be repaired, and what it is like then. */
  readonly repaired: readonly [path: string, text: string];
  /** Its configuration, broken; absent where its exit code does not tell that. */
  readonly broken?: Files;
}

const js = { 'package.json': '{"type":"module"}' };
const repairs: Readonly<Record<string, Repair>> = {
  ruff: {
    // The second finding cannot be repaired, and is no failure.
    files: { 'ruff.toml': '', 'src/a.py': 'import os\nprint(b)\n', 'src/b.py': 'import os\n' },
    repaired: ['src/a.py', 'print(b)\n'],
    broken: { 'ruff.toml': 'no-such = 1\n' },
  },
  'ruff-format': {
    files: { 'ruff.toml': '', 'src/a.py': "x = 'a'\n", 'src/b.py': "x = 'a'\n" },
    repaired: ['src/a.py', 'x = "a"\n'],
    broken: { 'ruff.toml': 'no-such = 1\n' },
  },
  eslint: {
    files: {
      ...js,
      'eslint.config.js':
        'export default [{ rules: { "no-var": "error", "no-undef": "error" } }];\n',
      'src/a.js': 'var a = b;\n',
      'src/b.js': 'var a = b;\n',
    },
    repaired: ['src/a.js', 'let a = b;\n'],
    broken: { 'eslint.config.js': 'export default [{ nothing: 1 }];\n' },
  },
  oxlint: {
    files: {
      '.oxlintrc.json': '{"rules":{"no-var":"error","no-debugger":"error"}}',
      'src/a.js': 'var a = b;\ndebugger;\n',
      'src/b.js': 'var a = b;\n',
    },
    repaired: ['src/a.js', 'const a = b;\ndebugger;\n'],
  },
  biome: {
    files: {
      'biome.json': '{}',
      'src/a.js': 'export const a = !!!b;\ndebugger;\n',
      'src/b.js': 'export const a = !!!b;\n',
    },
    repaired: ['src/a.js', 'export const a = !b;\ndebugger;\n'],
  },
};

interface Planned {
  readonly root: string;
  readonly commands: readonly FixCommand[];
}

async function planned(id: string, files: Files, wanted: readonly string[]): Promise<Planned> {
  const root = await repository(files);
  const program = await programOf(id, root);
  const commands = fixCommands({
    engine: engineOf(id),
    plans: [planOf({ engine: id, scope: ['src'] })],
    files: wanted,
    folder: root,
    scratch: await tempFolder(),
    programOf: () => program,
  });
  return { root, commands };
}

/** Runs what the plan says, and gives the exit code. */
async function carryOut({ root, commands: [command] }: Planned): Promise<number> {
  if (command === undefined) throw new Error('There is nothing to carry out');
  const { argv, cwd, env } = command;
  const { exit } = await processes.run({
    argv,
    cwd: join(root, cwd),
    env,
    inheritEnv: ['PATH'],
    outputDir: await tempFolder(),
    wallMs: 60_000,
    maxOutputBytes: 1_000_000,
    graceMs: 1_000,
  });
  return exit.kind === 'exited' ? exit.code : -1;
}

const isHere = (id: string) =>
  id !== 'biome' || existsSync(join(modules, '@biomejs/cli-linux-x64/biome'));

describe('what an engine repairs by itself, by the real tool', () => {
  it.each(Object.entries(repairs).filter(([id]) => isHere(id)))(
    '%s: the files of the task alone, with an exit code that is no failure',
    async (id, { files, repaired: [path, text] }) => {
      const made = await planned(id, files, [path]);
      expect(made.commands).toHaveLength(1);
      const code = await carryOut(made);
      expect(made.commands[0]?.successCodes).toContain(code);
      expect(await readFile(join(made.root, path), 'utf8')).toBe(text);
      const [other = '', untouched] =
        Object.entries(files).find(([name]) => name.startsWith('src/b.')) ?? [];
      expect(await readFile(join(made.root, other), 'utf8')).toBe(untouched);
    },
  );

  it.each(Object.entries(repairs).filter(([, { broken }]) => broken))(
    '%s: a refused configuration is a failure',
    async (id, { files, broken, repaired: [path] }) => {
      const made = await planned(id, { ...files, ...broken }, [path]);
      expect(made.commands[0]?.successCodes).not.toContain(await carryOut(made));
    },
  );

  it('is a plan that is valid and harmless to repeat', async () => {
    const { commands } = await planned('ruff', { 'ruff.toml': '' }, ['src/a.py']);
    const made = autofix.plan({ engine: 'ruff', commands });
    if (made.kind !== 'plan') throw new Error(made.reason);
    expect(structuredPlan.parse(made.plan)).toEqual(made.plan);
    expect(made.plan.steps.map(({ action }) => action)).toEqual([
      expect.objectContaining({ type: 'run_command', idempotent: true, cwd: '.' }),
    ]);
  });

  it('is nothing where it has no such mode', async () => {
    const { commands } = await planned('mypy', { 'mypy.ini': '' }, ['src/a.py']);
    expect(autofix.plan({ engine: 'mypy', commands })).toEqual({
      kind: 'unable',
      reason: 'mypy cannot repair by itself.',
    });
  });
});

/** What is run for some files where ruff runs in two folders. */
const inRoots = (files: readonly string[]) =>
  fixCommands({
    engine: engineOf('ruff'),
    plans: ['.', 'apps/shop'].map((root) =>
      planOf({ engine: 'ruff', root, scope: ['.'], env: { ROOT: root } }),
    ),
    files,
    folder: '/copy',
    scratch: '/scratch',
    programOf: (_engine, root) => [`ruff of ${root}`],
    variablesOf: (root, folder) => ({ VIRTUAL_ENV: `${folder}/env/${root}`, PYTHONPATH: folder }),
  }).map(({ argv, cwd, env }) => ({
    program: argv[0],
    paths: argv.slice(argv.indexOf('--') + 1),
    cwd,
    variables: [env['ROOT'], env['VIRTUAL_ENV'], env['HOME']],
    imports: env['PYTHONPATH'],
  }));

describe('the commands of an engine that runs in several folders', () => {
  const shop = { program: 'ruff of apps/shop', cwd: 'apps/shop', imports: undefined };
  const variables = ['apps/shop', '/copy/env/apps/shop', '/scratch'];

  it('take each file where it belongs, as seen from there', () => {
    expect(inRoots(['apps/shop/a.py', '-b.py', 'apps/c.py'])).toEqual([
      {
        program: 'ruff of .',
        paths: ['./-b.py', 'apps/c.py'],
        cwd: '.',
        variables: ['.', '/copy/env/.', '/scratch'],
        imports: undefined,
      },
      { ...shop, paths: ['a.py'], variables },
    ]);
    expect(inRoots(['apps/shop/a.py'])).toEqual([{ ...shop, paths: ['a.py'], variables }]);
  });

  it('take all of the scope where no file is told', () => {
    expect(inRoots([]).map(({ paths }) => paths)).toEqual([['.'], ['.']]);
  });
});
