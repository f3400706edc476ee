import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { CheckReport } from '#model/check-report.ts';
import { runCli } from '../../cli/commands/run-cli.ts';
import { engineTools } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** A repository of a stranger, with the tools of the tests installed in it and a place where hostile code leaves a mark. */
export interface HostileProject extends GitRepository {
  /** Code that leaves the mark, and says that all is well. */
  readonly python: string;
  readonly shell: string;
  readonly node: string;
  /** Whether hostile code has run. */
  readonly hasRun: () => boolean;
  readonly folder: string;
}

export async function hostileProject(
  files: Readonly<Record<string, string>>,
): Promise<HostileProject> {
  const folder = await tempFolder();
  const repository = await gitRepository({ '.gitignore': '.venv\nnode_modules\n', ...files });
  const mark = join(folder, 'mark');
  const text = JSON.stringify(mark);
  return {
    ...repository,
    python: `open(${text}, "w").close()\n`,
    shell: `#!/bin/sh\n: > ${text}\nexit 0\n`,
    node: `require("node:fs").writeFileSync(${text}, "");\n`,
    hasRun: () => existsSync(mark),
    folder,
  };
}

/** An environment of Python in the repository that has the tools for itself, so that a test can add to it. */
export async function ownEnvironment(root: string): Promise<string> {
  const { environment } = await engineTools();
  const packages = readdirOf(join(environment, 'lib'));
  const [version = ''] = await packages;
  const [own, theirs] = [join(root, '.venv'), environment];
  const site = `lib/${version}/site-packages`;
  await mkdir(join(own, site), { recursive: true });
  await mkdir(join(own, 'bin'));
  await cp(join(theirs, 'pyvenv.cfg'), join(own, 'pyvenv.cfg'));
  for (const name of await readdirOf(join(theirs, site))) {
    await symlink(join(theirs, site, name), join(own, site, name));
  }
  for (const name of await readdirOf(join(theirs, 'bin'))) {
    if (name.startsWith('python')) continue;
    await symlink(join(theirs, 'bin', name), join(own, 'bin', name));
  }
  const base = resolve(join(theirs, 'bin'), await readlink(join(theirs, 'bin/python')));
  await symlink(base, join(own, 'bin/python'));
  return join(own, site);
}

async function readdirOf(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).toSorted();
}

/** The packages of Node of these tests, among them oxlint, biome, eslint, pyright and typescript. */
export async function linkPackages(root: string): Promise<void> {
  await symlink(resolve('node_modules'), join(root, 'node_modules'));
}

export async function executable(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await chmod(path, 0o755);
}

const path = `${dirname(process.execPath)}:/usr/bin:/bin`;

export interface Checked {
  readonly report: CheckReport;
  /** The rules of all findings, by engine. */
  readonly rules: Readonly<Record<string, readonly (string | null)[]>>;
  readonly said: string;
}

/** What `ratchetr check` says of all that there is. */
export async function checkAll(
  root: string,
  env: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<Checked> {
  const argv = ['check', '--mode', 'target', '--format', 'json', ...more];
  const { stdout, stderr } = await runCli(root, argv, { PATH: path, HOME: '/nonexistent', ...env });
  const report: CheckReport = JSON.parse(stdout);
  const rules = report.engines.map(({ outcome, findings }) => [
    outcome.plan.engine,
    findings.map((one) => one.symbol ?? null),
  ]);
  return { report, rules: Object.fromEntries(rules), said: `${stdout}\n${stderr}` };
}

/** Runs a tool as the project itself would, wherever that leads. */
export function runBare(
  root: string,
  [program, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): void {
  try {
    execFileSync(join(root, program), args, {
      cwd: root,
      env: { PATH: path, ...env },
      stdio: 'ignore',
    });
  } catch {
    // Tools that find something end with another code than 0.
  }
}
