import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathInRepository } from '#check/rules/findings/place.ts';
import type { Finding } from '#model/finding.ts';
import type { NewTask } from '#model/task.ts';
import type { CommandSpec } from '#model/validation.ts';
import type { Program } from '#check/rules/repository/program.ts';
import { planTasks } from '#repair/rules/tasks/plan-tasks.ts';
import type { Engine } from '#engines/contract.ts';
import { engines } from '#engines/registry.ts';
import { reportUncoveredLines } from '#check/collect-findings.ts';
import { aPlanning, aSource, hash } from '../repair/rules/tasks/found.ts';
import { linkEnvironment } from '../support/engine-tools.ts';
import { ofToolchain } from '../support/toolchains.ts';
import { aFinding } from '../support/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { planOf } from './recorded.ts';

const modules = join(import.meta.dirname, '../../node_modules');

export type Files = Readonly<Record<string, string>>;

/** Makes a small repository with the real tools, and these of our packages. */
export async function repository(files: Files, packages: readonly string[] = []): Promise<string> {
  const root = await tempFolder();
  await linkEnvironment(root);
  await write(root, files);
  if (packages.length > 0) await mkdir(join(root, 'node_modules'));
  for (const name of packages) await symlink(join(modules, name), join(root, 'node_modules', name));
  return root;
}

/** Writes files, over those that are there. */
export async function write(root: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

function engineOf(id: string): Engine {
  const engine = engines.find((one) => one.id === id);
  if (engine === undefined) throw new Error(`No engine ${id}`);
  return engine;
}

/** Runs the engine as a check does. */
export async function findingsOf(
  id: string,
  root: string,
  scope: readonly string[] = ['src'],
): Promise<readonly Finding[]> {
  const { check, parse, program } = engineOf(id);
  const scratch = await tempFolder();
  const spec = check.spec({ plan: planOf({ engine: id, scope: [...scope] }), scratch });
  const argv = [...(await startOf(program, root)), ...spec.args];
  const { stdout, stderr } = run(argv, root, spec.env);
  const reports = new Map(
    Object.entries(spec.reports)
      .filter(([, path]) => existsSync(path))
      .map(([name, path]) => [name, readFileSync(path, 'utf8')]),
  );
  const { findings, coverage = [], facts } = parse({ stdout, stderr, reports, cwd: root });
  if (facts.state !== 'valid') throw new Error(`${id} gave no report: ${stderr}`);
  // As if all of the repository had been added just now.
  const gaps = reportUncoveredLines(root, coverage, { isChangedLine: () => true });
  return [...findings, ...gaps].map(
    ({ kind, severity, message, path, line, rule, testId }, index) => {
      const filePath =
        path === null ? null : pathInRepository(path, { repository: root, cwd: root });
      return aFinding({
        id: `f${index}`,
        fingerprint: `fingerprint-${index}`,
        tool: id,
        kind,
        severity,
        message,
        ...(filePath !== null && { filePath }),
        ...(line !== null && { line }),
        ...(rule !== null && { symbol: rule }),
        ...(testId !== undefined && { testId }),
      });
    },
  );
}

interface Planned {
  readonly scope?: readonly string[] | undefined;
  readonly tolerated?: readonly Finding[];
}

export function tasksOf(
  id: string,
  findings: readonly Finding[],
  { scope = ['src'], tolerated = [] }: Planned = {},
): readonly NewTask[] {
  const { tasks, validation } = engineOf(id);
  if (tasks === undefined || validation === undefined) throw new Error(`${id} makes no tasks`);
  const { outcome } = aSource([]);
  const source = aSource(findings, {
    engine: { id, tasks, validation },
    outcome: { ...outcome, plan: planOf({ engine: id, scope: [...scope] }) },
    tolerated,
  });
  return planTasks({ hash }, aPlanning(source));
}

/** The exit code of the command that shows the task done. */
export async function endOf(root: string, task: NewTask | undefined): Promise<number | null> {
  const [command] = task?.validation.commands ?? [];
  if (command === undefined) throw new Error('The task has no command');
  const argv = await resolved(command, root);
  return run(argv, join(root, command.cwd), command.env).status;
}

/** As whoever runs a command finds its program: an interpreter, a package, or what is installed. */
async function resolved({ runner, args }: CommandSpec, root: string): Promise<readonly string[]> {
  const [name = '', ...rest] = args;
  if (runner === 'python') return [join(root, '.venv/bin/python'), ...args];
  if (runner === 'node') return [...(await nodeBin(name)), ...rest];
  return [...binaryNamed(name, root), ...rest];
}

/** Of the environment that all of these repositories have, or of the machine. */
function binaryNamed(name: string, root: string): readonly string[] {
  if (name === 'node') return [process.execPath];
  const own = join(root, '.venv/bin', name);
  return existsSync(own) ? [own] : ofToolchain(name);
}

async function startOf(program: Program, root: string): Promise<readonly string[]> {
  if (program.kind === 'node-bin') return nodeBin(program.bin);
  if (program.kind === 'binary') return binaryNamed(program.name, root);
  return [join(root, '.venv/bin/python'), '-m', program.module];
}

async function nodeBin(name: string): Promise<readonly string[]> {
  return [process.execPath, await realpath(join(modules, '.bin', name))];
}

function run(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const [program = '', ...args] = argv;
  const own = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: cwd };
  // Toolchains find their parts by these.
  const { PATH, HOME } = process.env;
  const given = {
    ...(program.startsWith(cwd) || program === process.execPath ? own : { PATH, HOME }),
    ...env,
  };
  return spawnSync(program, args, { cwd, env: given, encoding: 'utf8' });
}
