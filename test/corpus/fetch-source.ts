import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '#config/env.ts';
import type { ArchiveSource, CorpusRow, GitSource, ScaffoldSource } from './row.ts';
import { orThrow, runLine, runProgram } from './run-line.ts';

/** Where what was fetched is kept for all runs. */
const kept = join(import.meta.dirname, '../../.cache/corpus-sources');

/** Puts the sources of a project into a folder that is not there yet, as a repository with one commit. */
export async function fetchSource(
  { name, source }: Pick<CorpusRow, 'name' | 'source'>,
  folder: string,
): Promise<void> {
  if (source.from === 'github') {
    await cloneCommit(source, folder);
  } else if (source.from === 'scaffold') {
    await makeScaffold(source, folder);
    await commitAll(folder);
  } else {
    const archive = await fetchArchive(name, source);
    await unpack(archive, folder);
    await commitAll(folder);
  }
}

/** Absolute path of the archive, whose bytes are those that the row names. */
async function fetchArchive(name: string, source: ArchiveSource): Promise<string> {
  const archive = join(kept, `${name}-${source.version}-${source.sha256.slice(0, 12)}`);
  if (!existsSync(archive)) {
    const fetched = `${archive}.${process.pid}`;
    await mkdir(fetched, { recursive: true });
    try {
      const file = await clients[source.from](source, fetched);
      await verifyBytes(source, file);
      await rename(file, archive);
    } finally {
      await rm(fetched, { recursive: true, force: true });
    }
  }
  await verifyBytes(source, archive);
  return archive;
}

async function verifyBytes({ package: name, sha256 }: ArchiveSource, file: string): Promise<void> {
  const found = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  if (found !== sha256) throw new Error(`${name} has sha256 ${found} and not ${sha256}`);
}

type Client = (source: ArchiveSource, folder: string) => Promise<string>;

/** Each says where in the folder the archive lies. */
const clients: Readonly<Record<ArchiveSource['from'], Client>> = {
  pypi: async ({ package: name, version }, folder) => {
    // What builds it comes ready: some of that takes an hour to build.
    const shape = ['--quiet', '--no-binary', name, '--no-deps', '--dest', folder];
    await runProgram(folder, 'python3', ['-m', 'pip', 'download', ...shape, `${name}==${version}`]);
    return onlyFileIn(folder);
  },
  npm: async ({ package: name, version }, folder) => {
    await runProgram(folder, 'npm', ['pack', '--silent', `${name}@${version}`]);
    return onlyFileIn(folder);
  },
  go: async ({ package: name, version }, folder) => {
    const args = ['mod', 'download', '-json', `${name}@${version}`];
    const { stdout } = await runProgram(folder, 'go', args);
    const copy = join(folder, 'module.zip');
    await writeFile(copy, await readFile(JSON.parse(stdout).Zip));
    return copy;
  },
  crates: async ({ package: name, version }, folder) => {
    // cargo fetches for a project only, and keeps what it fetched in a folder named after the registry.
    const manifest = `[package]\nname = "asks"\nversion = "0.0.0"\n[lib]\npath = "none.rs"\n[dependencies]\n${name} = "=${version}"\n`;
    await writeFile(join(folder, 'Cargo.toml'), manifest);
    await writeFile(join(folder, 'none.rs'), '');
    await runProgram(folder, 'cargo', ['fetch', '--quiet']);
    const home = readEnvironment()['CARGO_HOME'] ?? join(homedir(), '.cargo');
    const registries = join(home, 'registry/cache');
    const archives = (await readdir(registries)).map((one) =>
      join(registries, one, `${name}-${version}.crate`),
    );
    const copy = join(folder, 'crate.tar.gz');
    await copyFile(archives.find((one) => existsSync(one)) ?? '', copy);
    return copy;
  },
};

async function onlyFileIn(folder: string): Promise<string> {
  const [file = ''] = await readdir(folder);
  return join(folder, file);
}

/** Of all these archives the sources lie below some folders that hold nothing else. */
async function unpack(archive: string, folder: string): Promise<void> {
  const inner = `${folder}.unpacked`;
  await mkdir(inner, { recursive: true });
  const isZip = (await readFile(archive)).subarray(0, 2).toString('latin1') === 'PK';
  if (isZip) await runProgram(inner, 'python3', ['-m', 'zipfile', '-e', archive, inner]);
  else await runProgram(inner, 'tar', ['-xzf', archive, '--no-same-owner', '-C', inner]);
  let top = inner;
  for (;;) {
    const entries = await readdir(top, { withFileTypes: true });
    const [only] = entries;
    if (entries.length !== 1 || !only?.isDirectory()) break;
    top = join(top, only.name);
  }
  await rename(top, folder);
  await rm(inner, { recursive: true, force: true });
}

async function cloneCommit({ repository, commit }: GitSource, folder: string): Promise<void> {
  const url = `https://github.com/${repository}`;
  await runProgram('.', 'git', ['init', '--quiet', folder]);
  await runProgram(folder, 'git', ['fetch', '--quiet', '--depth=1', url, commit]);
  await runProgram(folder, 'git', ['checkout', '--quiet', '--detach', 'FETCH_HEAD']);
}

async function makeScaffold({ make }: ScaffoldSource, folder: string): Promise<void> {
  const around = `${folder}.made`;
  await mkdir(around, { recursive: true });
  orThrow(make, await runLine(around, make));
  await rename(join(around, 'app'), folder);
  await rm(join(folder, '.git'), { recursive: true, force: true });
  await rm(around, { recursive: true, force: true });
}

const author = ['-c', 'user.name=corpus', '-c', 'user.email=corpus@example.org'];

export async function commitAll(folder: string): Promise<void> {
  await runProgram(folder, 'git', ['init', '--quiet', '--initial-branch=main']);
  await runProgram(folder, 'git', ['add', '--all', '--force']);
  const args = [...author, 'commit', '--quiet', '--no-gpg-sign', '--message', 'As published'];
  await runProgram(folder, 'git', args);
}
