import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { pythonManagers } from '../support/python-managers.ts';

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing that was published after this moment is installed. */
const publishedBefore = '2026-11-10T00:00:00Z';

/** Names by which the environment that runs the tests would get into those of the projects; how a network is trusted is of the machine. */
const notTheirs =
  /^(?:VITEST|VIRTUAL_ENV$|NODE_(?!EXTRA_CA_CERTS$)|npm_|PYTHON|NO_COLOR$|FORCE_COLOR$|CI$)/;

/** What a person who works on one of these projects has around it. */
export async function callersVariables(folder: string): Promise<NodeJS.ProcessEnv> {
  const { bin } = await pythonManagers();
  // Tools of others leave behind what they like.
  const temporary = `${folder}.tmp`;
  await mkdir(temporary, { recursive: true });
  const own = Object.entries(process.env).filter(([name]) => !notTheirs.test(name));
  const path = [dirname(process.execPath), process.env['PATH'] ?? '', bin].join(delimiter);
  return {
    ...Object.fromEntries(own),
    PATH: path,
    TMPDIR: temporary,
    UV_EXCLUDE_NEWER: publishedBefore,
    npm_config_before: publishedBefore,
  };
}

/** What a person has around it who switched its environment on. */
export async function activatedVariables(folder: string): Promise<NodeJS.ProcessEnv> {
  const variables = await callersVariables(folder);
  const own = ['.venv/bin', 'venv/bin', 'node_modules/.bin'].map((name) => join(folder, name));
  return { ...variables, PATH: [...own, variables['PATH']].join(delimiter) };
}

/** Runs one shell line in the folder of a project, whose environment is switched on, and says how it ended. */
export async function runLine(folder: string, line: string): Promise<Ended> {
  // With its input from a socket, bash takes itself for a remote shell, and the profile of the person puts tools first.
  const argv = ['--norc', '-c', line];
  return execute('bash', argv, { cwd: folder, env: await activatedVariables(folder) });
}

/** Runs a program that has to end well. */
export async function runProgram(
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<Ended> {
  return orThrow([program, ...args].join(' '), await execute(program, args, { cwd }));
}

/** The product as a stranger starts it, without anything of the project switched on. */
export async function runProduct(folder: string, args: readonly string[]): Promise<Ended> {
  const launcher = join(import.meta.dirname, '../../lib/cli/launch.mjs');
  const env = await callersVariables(folder);
  return execute(process.execPath, [launcher, ...args], { cwd: folder, env });
}

export function orThrow(what: string, ended: Ended): Ended {
  if (ended.code === 0) return ended;
  const said = `${ended.stdout}\n${ended.stderr}`.trim().slice(-4_000);
  throw new Error(`"${what}" ended with ${String(ended.code)}:\n${said}`);
}

function execute(
  program: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { ...place, maxBuffer: 256 * 2 ** 20 };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 255;
      resolve({ code, stdout, stderr });
    });
    child.stdin?.end();
  });
}
