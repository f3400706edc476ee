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
  const orders = Object.values(set.changes).map(({ at, make }) => [at, make]);
  const report = await runSession(folder, {
    orders: Object.fromEntries(orders),
    provide: set.provide,
    config: { check: { engines: Object.keys(set.bare) }, ...set.config },
  });
  return Object.entries(set.changes).map(([name, { engine, at }]) => {
    const isOfIt = ({ tool, files }: RunReport['tasks'][number]): boolean =>
      tool === engine && files[0] === at;
    return { name, engine, ...tellTasks(report, report.tasks.filter(isOfIt)) };
  });
}

interface Session {
  /** What the agent writes, or what it writes by the file of its task. */
  readonly orders: object;
  /** Puts the tools into the folder. */
  readonly provide: (folder: string) => Promise<void>;
  readonly config: object;
}

/** Commits what is in a folder, and has it repaired on a branch. */
export async function runSession(
  folder: string,
  { orders, provide, config }: Session,
): Promise<RunReport> {
  await writeFile(`${folder}.orders.json`, JSON.stringify(orders));
  const command = [process.execPath, writer, `${folder}.orders.json`];
  const settings = {
    version: 1,
    agents: { order: ['command'], settings: { command: { command } } },
    tasks: { autofix: false },
    retry: { maxAttempts: 1 },
    ...config,
  };
  await writeFiles(folder, { 'ratchetr.yaml': JSON.stringify(settings) });
  await commitAll(folder);
  const ignored = '.venv\nnode_modules\n.ratchetr\n__pycache__\n*.egg-info\n.*_cache\n';
  await writeFile(join(folder, '.git/info/exclude'), ignored);
  await provide(folder);
  return reportOf(await runProduct(folder, ['fix', '--format', 'json', '--branch', branch]));
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

export async function writeFiles(folder: string, files: ChangedFiles): Promise<void> {
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

/** What became of these tasks. */
export function tellTasks(
  { left }: RunReport,
  tasks: RunReport['tasks'],
): Pick<TriedChange, 'verdict' | 'isHeld'> {
  if (tasks.length === 0) return { verdict: 'there is no task for it', isHeld: false };
  const words = tasks.map(({ id, attempts, dropped, statusReason }) => {
    if (dropped !== null) return `dropped: ${dropped}`;
    const verdict = attempts.at(-1)?.verdict ?? null;
    if (verdict?.kind === 'rejected') return verdict.reasons.map(({ code }) => code).join(' ');
    // What the change of another task repaired is not tried.
    const isLeft = left.some(({ taskId }) => taskId === id);
    return verdict === null && isLeft ? (statusReason ?? 'not tried') : 'accepted';
  });
  const refused = [...new Set(words)].filter((word) => word !== 'accepted');
  return {
    verdict: refused.length === 0 ? 'accepted' : refused.join(', '),
    isHeld: tasks.some(({ attempts }) =>
      ['expectation_changed', 'both'].includes(attempts.at(-1)?.evidence?.verdict ?? ''),
    ),
  };
}
