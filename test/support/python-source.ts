import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { engineTools } from './engine-tools.ts';
import { withLock } from './kernel-lock.ts';
import { orSkip } from './out-of-reach.ts';
import { tempFolder } from './temp-folder.ts';

const exec = promisify(execFile);
const cache = join(import.meta.dirname, '../../.cache/sources');

/** What a project publishes on PyPI as its source, in a folder of one test, with the tools of the tests in its environment. */
export async function pythonSource(name: string, version: string): Promise<string> {
  const { python } = await engineTools();
  const source = join(cache, `${name}-${version}`);
  await orSkip(fetchSource(python, { name, version, source }));
  const folder = join(await tempFolder(), name);
  await cp(source, folder, { recursive: true });
  await makeEnvironment(folder, python);
  return folder;
}

async function fetchSource(
  python: string,
  {
    name,
    version,
    source,
  }: { readonly name: string; readonly version: string; readonly source: string },
): Promise<void> {
  if (existsSync(source)) return;
  await mkdir(cache, { recursive: true });
  await withLock(join(cache, 'lock.sqlite'), async () => {
    if (existsSync(source)) return;
    const fetched = `${source}.fetched`;
    await rm(fetched, { recursive: true, force: true });
    const shape = ['--quiet', '--no-binary', ':all:', '--no-deps', '--dest', fetched];
    await exec(python, ['-m', 'pip', 'download', ...shape, `${name}==${version}`]);
    await exec('tar', ['-xzf', join(fetched, `${name}-${version}.tar.gz`), '-C', fetched]);
    await rename(join(fetched, `${name}-${version}`), source);
    await rm(fetched, { recursive: true });
  });
}

/** What these projects leave to tox and pre-commit, whose environments are others. */
const elsewhere = /^(?:pytest_cov|flake8|pre_commit)/;

/** It has the tools and sees the sources without anything being installed once more. */
export async function makeEnvironment(folder: string, python: string): Promise<void> {
  const environment = join(folder, '.venv');
  await exec(python, ['-m', 'venv', '--without-pip', environment]);
  const asked = 'import sysconfig; print(sysconfig.get_path("purelib"))';
  const ask = async (one: string) => (await exec(one, ['-c', asked])).stdout.trim();
  const [own, shared] = [await ask(join(environment, 'bin/python')), await ask(python)];
  const tools = (await readdir(shared)).filter((name) => !elsewhere.test(name));
  await Promise.all(tools.map((name) => symlink(join(shared, name), join(own, name))));
  await writeFile(join(own, 'sources.pth'), `${join(folder, 'src')}\n`);
}
