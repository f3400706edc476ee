import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnvironments } from '#local/environments.ts';
import { createSystem } from '#local/system.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { readEnvironment } from '#config/env.ts';
import { runSetupCommands } from '#check/run-setup.ts';
import { systemHash } from '#platform/system/hash.ts';
import { sha } from '#model/ids.ts';
import { printTable } from '../table.ts';

const runs = 3;

/** What is installed, by what the project asks for. */
const projects = {
  npm: {
    files: { 'package.json': JSON.stringify({ devDependencies: { prettier: '3.3.3' } }) },
    commands: [['npm', 'install', '--no-audit', '--no-fund']],
  },
  pip: {
    files: { 'requirements.txt': 'pytest==8.3.3\n' },
    commands: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/python', '-m', 'pip', 'install', '-r', 'requirements.txt'],
    ],
  },
};

/** Set-up from a sealed environment, beside a cold install. */
export async function benchSetup(): Promise<void> {
  const rows: string[][] = [];
  for (const [name, { files, commands }] of Object.entries(projects)) {
    const measured: { readonly coldMs: number; readonly keptMs: number }[] = [];
    for (let run = 0; run < runs; run += 1) {
      measured.push(await inPlace((place) => measureSetup(place, files, commands)));
    }
    const coldMs = median(measured.map((one) => one.coldMs));
    const keptMs = median(measured.map((one) => one.keptMs));
    rows.push([name, coldMs.toFixed(0), keptMs.toFixed(0), (keptMs / coldMs).toFixed(3)]);
  }
  printTable(
    'Set-up from a sealed environment beside a cold install: at most 0.10',
    ['installed by', 'cold ms', 'sealed ms', 'ratio'],
    rows,
  );
}

/** Sealing, and comparing with the seal: of as much as dependencies of a small and of a large project. */
export async function benchSealing(): Promise<void> {
  const rows: string[][] = [];
  for (const megabytes of [100, 1_000]) {
    const files = megabytes * 40;
    rows.push(await inPlace((place) => measureSealing(place, { megabytes, files })));
  }
  const head = ['MB', 'files', 'sealing ms', 'opening ms', 'checking ms'];
  printTable('A sealed environment: what its seal takes', head, rows);
}

interface Place {
  readonly root: string;
  readonly repository: string;
}

async function inPlace<Result>(measure: (place: Place) => Promise<Result>): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), 'ratchetr-bench-environments-'));
  try {
    const repository = join(root, 'shop');
    execFileSync('git', ['init', '-q', repository]);
    return await measure({ root, repository });
  } finally {
    execFileSync('chmod', ['-R', 'u+w', root]);
    await rm(root, { recursive: true, force: true });
  }
}

function openPlace({ root }: Place) {
  const env = readEnvironment();
  const system = createSystem();
  const host = openEngineHost({ system, env, output: { write: () => undefined } });
  return { host, environments: createEnvironments(host, { root: join(root, 'kept'), env }) };
}

async function begin(place: Place) {
  const { root, repository } = place;
  const tree = sha.parse(
    execFileSync('git', ['write-tree'], { cwd: repository, encoding: 'utf8' }).trim(),
  );
  const { host, environments } = openPlace(place);
  const site = await environments.begin({ repository, gitDir: join(root, 'trees.git'), tree });
  return { host, environments, site };
}

async function measureSetup(
  place: Place,
  files: Readonly<Record<string, string>>,
  commands: readonly (readonly string[])[],
) {
  for (const [path, text] of Object.entries(files)) {
    await writeFile(join(place.repository, path), text);
  }
  execFileSync('git', ['add', '-A'], { cwd: place.repository });
  const name = systemHash.sha256('bench');
  const began = performance.now();
  const { host, environments, site } = await begin(place);
  const { outcome, log } = await runSetupCommands(host, {
    repository: site.folder,
    commands: commands.map((run) => ({ run, cwd: '.', env: {}, because: 'measured' })),
    signal: new AbortController().signal,
    own: site,
  });
  if (outcome.kind === 'failed') throw new Error(`${outcome.sentence}\n${log}`);
  const sealed = await site.seal();
  await sealed.keep(name);
  await sealed.release();
  const coldMs = performance.now() - began;
  const again = performance.now();
  const found = await environments.find(name);
  if (found === undefined) throw new Error('What was kept was not found');
  await found.findChanges();
  const keptMs = performance.now() - again;
  await found.release();
  return { coldMs, keptMs };
}

async function measureSealing(
  place: Place,
  { megabytes, files }: { readonly megabytes: number; readonly files: number },
): Promise<string[]> {
  const { environments, site } = await begin(place);
  const bytes = Buffer.alloc(Math.floor((megabytes * 1024 * 1024) / files), 7);
  for (let file = 0; file < files; file += 1) {
    const folder = join(site.folder, 'node_modules', `package-${Math.floor(file / 40)}`);
    if (file % 40 === 0) await mkdir(folder, { recursive: true });
    bytes.writeUInt32BE(file);
    await writeFile(join(folder, `${file}.js`), bytes);
  }
  const name = systemHash.sha256('bench');
  const [sealingMs, sealed] = await timed(() => site.seal());
  await sealed.keep(name);
  const [openingMs] = await timed(() => environments.find(name));
  const [checkingMs] = await timed(() => sealed.findChanges());
  return [megabytes, files, sealingMs, openingMs, checkingMs].map((one) => one.toFixed(0));
}

async function timed<Result>(work: () => Promise<Result>): Promise<readonly [number, Result]> {
  const began = performance.now();
  const result = await work();
  return [performance.now() - began, result];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
