import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from './kernel-lock.ts';

/** Installs these packages into a folder; the first test that asks does. */
export async function npmPackages(
  folder: string,
  wanted: readonly string[],
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return;
  await mkdir(folder, { recursive: true });
  await withLock(join(folder, 'lock.sqlite'), async () => {
    if (!existsSync(complete)) await install(folder, wanted, manifest);
    await writeFile(complete, '');
  });
}

async function install(
  folder: string,
  wanted: readonly string[],
  manifest: Readonly<Record<string, unknown>>,
): Promise<void> {
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  try {
    const env = { ...process.env, PATH };
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...wanted], {
      cwd: folder,
      env,
    });
  } catch (error) {
    throw new Error(`npm could not install ${wanted.join(' and ')}`, { cause: error });
  }
}
