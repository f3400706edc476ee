import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './kernel-lock.ts';

export interface PythonTools {
  /** Folder of the installed programs. */
  readonly bin: string;
  readonly python: string;
}

export interface PythonSource {
  /** The interpreter that makes the environment. */
  readonly base: string;
  readonly requirements: string;
  readonly cache: string;
}

const ownSource: PythonSource = {
  base: 'python3',
  requirements: join(import.meta.dirname, 'python/requirements.txt'),
  cache: join(import.meta.dirname, '../../.cache/python'),
};

/** The Python tools of the tests, pinned; installed by the first test that asks, then reused by all. */
export async function pythonTools(source: PythonSource = ownSource): Promise<PythonTools> {
  const version = await run(source.base, ['--version']);
  const stamp = createHash('sha256')
    .update(version)
    .update(await readFile(source.requirements));
  const folder = join(source.cache, stamp.digest('hex').slice(0, 16));
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    await mkdir(folder, { recursive: true });
    await withLock(join(folder, 'lock.sqlite'), async () => {
      if (!existsSync(complete)) await install(folder, source);
      await writeFile(complete, '');
    });
  }
  const bin = join(folder, 'environment/bin');
  return { bin, python: join(bin, 'python') };
}

// An installation that was cut off is begun anew: nothing in it can be trusted.
async function install(folder: string, source: PythonSource): Promise<void> {
  const environment = join(folder, 'environment');
  await rm(environment, { recursive: true, force: true });
  await run(source.base, ['-m', 'venv', environment]);
  const python = join(environment, 'bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '-r', source.requirements]);
}

async function run(program: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 64 * 2 ** 20 });
    return stdout;
  } catch (error) {
    const hint = 'the tests need python3 with its venv module (Debian: python3 and python3-venv)';
    throw new Error(`"${[program, ...args].join(' ')}" failed; ${hint}`, { cause: error });
  }
}
