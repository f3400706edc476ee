import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type RunReport, runReport } from '#model/run-report.ts';
import { commitAll } from '../fetch-source.ts';
import { type Ended, runLine, runProduct, runProgram } from '../run-line.ts';
import type { ChangedFiles, ChangeSet, TriedChange } from './change.ts';

const writer = join(import.meta.dirname, '../../fixtures/programs/write-files.mjs');
const branch = 'fixes';

/** What becomes of each change of a set; `folder` is not there yet. */
export async function tryChanges(set: ChangeSet, folder: string): Promise<readonly TriedChange[]> {
  await mkdir(folder, { recursive: true });
  await writeFiles(folder, set.frame);
  for (const { start } of Object.values(set.changes)) await writeFiles(folder, start);
  return tryPlanted(set, folder);
}

/** Does so where the files of the changes are there already. */
export async function tryPlanted(set: ChangeSet, folder: string): Promise<readonly TriedChange[]> {
  const orders = Object.values(set.changes).map(({ at, make }) => [at, make]);
  await writeFile(`${folder}.orders.json`, JSON.stringify(Object.fromEntries(orders)));
  const command = [process.execPath, writer, `${folder}.orders.json`];
  const settings = {
    version: 1,
    check: { engines: Object.keys(set.bare) },
    agents: { order: ['command'], settings: { command: { command } } },
    tasks: { autofix: false },
    retry: { maxAttempts: 1 },
    ...set.config,
  };
  await writeFiles(folder, { 'ratchetr.yaml': JSON.stringify(settings) });
  await commitAll(folder);
  const ignored = '.venv\nnode_modules\n.ratchetr\n__pycache__\n*.egg-info\n.*_cache\n';
  await writeFile(join(folder, '.git/info/exclude'), ignored);
  await set.provide(folder);
  const ended = await runProduct(folder, ['fix', '--format', 'json', '--branch', branch]);
  const report = reportOf(ended);
  return Object.entries(set.changes).map(([name, { engine, at }]) => ({
    name,
    engine,
    ...verdictOn(report, engine, at),
  }));
}

/** The end of each bare command on what the session made of it all. */
export async function runBare(
  { bare }: ChangeSet,
  folder: string,
): Promise<Readonly<Record<string, Ended>>> {
  await runProgram(folder, 'git', ['checkout', '--quiet', '--force', branch]);
  const ends: Record<string, Ended> = {};
  for (const [engine, line] of Object.entries(bare)) {
    ends[engine] = await runLine(folder, line.replaceAll('AT', '.'));
  }
  return ends;
}

/** Whether the bare command of its engine has nothing more to say of the file of a change that is made by itself. */
export async function foolsBare(set: ChangeSet, folder: string, name: string): Promise<boolean> {
  const { engine, at, make } = set.changes[name] ?? { engine: '', at: '', make: {} };
  await runProgram(folder, 'git', ['checkout', '--quiet', '--force', 'main']);
  await runProgram(folder, 'git', ['clean', '--quiet', '--force', '-d']);
  await writeFiles(folder, make);
  const line = set.bare[engine] ?? 'false';
  const { code, stdout } = await runLine(folder, line.replaceAll('AT', at));
  return code === 0 || (!line.includes('AT') && !stdout.includes(at));
}

async function writeFiles(folder: string, files: ChangedFiles): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    if (text === null) await rm(place);
    else await writeFile(place, text);
  }
}

function reportOf({ code, stdout, stderr }: Ended): RunReport {
  if (stdout.startsWith('{')) return runReport.parse(JSON.parse(stdout));
  throw new Error(`The session ended with ${String(code)} and no report: ${stderr}`);
}

function verdictOn(
  { tasks, left }: RunReport,
  engine: string,
  at: string,
): Pick<TriedChange, 'verdict' | 'isHeld'> {
  const own = tasks.filter(({ tool, files }) => tool === engine && files[0] === at);
  if (own.length === 0) return { verdict: 'there is no task for it', isHeld: false };
  const isLeft = left.some(({ tool, filePath }) => tool === engine && filePath === at);
  const words = own.map(({ attempts, dropped, statusReason }) => {
    if (dropped !== null) return `dropped: ${dropped}`;
    const verdict = attempts.at(-1)?.verdict;
    if (verdict?.kind === 'rejected') return verdict.reasons.map(({ code }) => code).join(' ');
    // What another change repaired has no attempt of its own.
    if (verdict === null || verdict === undefined) return isLeft ? (statusReason ?? 'left') : '';
    return verdict.kind;
  });
  const verdict = [...new Set(words.filter((word) => word !== ''))].toSorted().join(', ');
  return {
    verdict: verdict === '' ? 'accepted' : verdict,
    isHeld: own.some(({ attempts }) =>
      ['expectation_changed', 'both'].includes(attempts.at(-1)?.evidence?.verdict ?? ''),
    ),
  };
}
