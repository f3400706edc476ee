import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createScratch } from '#platform/files/scratch.ts';
import { createBranches } from '#platform/git/branches.ts';
import { openTrees } from '#platform/git/trees.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Run } from '#model/run.ts';
import { sessionSummary, type SessionSummary } from '#model/session-summary.ts';
import { counted } from '#base/words.ts';
import { undoneArtifact } from '#report/run/undone.ts';
import { undoApplied, type Undone } from '#repair/hand-over.ts';
import { storeArtifact } from '#check/store-artifact.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { readConfig } from '../read-config.ts';
import { findRun } from '../runs/find-run.ts';
import { whyNot } from './carry-out.ts';
import { gitFolderOf } from './room.ts';
import { carryOutAtHome } from './session-deps.ts';
import { openStores, type Stores } from './stores.ts';

/** Takes back what one run changed; what was edited since is never lost. */
export async function undoRun(context: CliContext, asked: string): Promise<void> {
  const repository = realpathSync(context.cwd);
  const stores = await openStores(repository);
  try {
    const found = await findRun(stores.runs, asked);
    if (found.kind === 'none') return refuse(context, found.sentence);
    const { run } = found;
    const undone = await undo(context, { stores, repository, run });
    if (undone.kind === 'refused') return refuse(context, `Nothing was undone: ${undone.because}`);
    const body = JSON.stringify({ at: systemClock.now() });
    const deps = { ...stores, clock: systemClock };
    await storeArtifact(deps, { runId: run.id, name: undoneArtifact, kind: 'json', body });
    await rm(workOf({ repository, run }), { recursive: true, force: true });
    const what = undone.files === 0 ? 'its branch is gone' : counted(undone.files, 'file');
    context.stdout.write(`${run.id} is undone: ${what}.\n`);
  } finally {
    stores.close();
  }
}

interface UndoWork {
  readonly stores: Stores;
  readonly repository: string;
  readonly run: Run;
}

async function undo(context: CliContext, work: UndoWork): Promise<Undone> {
  const { run, stores } = work;
  const artifacts = await stores.runs.listArtifacts(run.id);
  if (artifacts.some(({ name }) => name === undoneArtifact)) {
    return { kind: 'refused', because: 'it was undone before' };
  }
  const result = sessionSummary.safeParse(run.summary).data?.result;
  if (result?.kind === 'applied') return undoFiles(context, work, result.changes);
  if (result?.kind === 'branch') return undoBranch(context, work, result);
  return { kind: 'refused', because: `${run.id} changed nothing here` };
}

function workOf({ repository, run }: Pick<UndoWork, 'repository' | 'run'>): string {
  return join(repository, '.ratchetr/work', run.id);
}

async function undoFiles(
  context: CliContext,
  { stores, repository, run }: UndoWork,
  changes: Extract<SessionSummary['result'], { kind: 'applied' }>['changes'],
): Promise<Undone> {
  const loaded = readConfig(context, { set: [] });
  if (loaded === undefined) return { kind: 'refused', because: 'the configuration is wrong' };
  const planRoom = { ...tools(context), context, config: loaded.config };
  const place = { folder: repository, work: workOf({ repository, run }) };
  return undoApplied(
    { ...stores, whyNot, carryOut: (plan) => carryOutAtHome(planRoom, plan, place) },
    { runId: run.id, name: changes },
  );
}

async function undoBranch(
  context: CliContext,
  { repository }: UndoWork,
  { name, commit }: Extract<SessionSummary['result'], { kind: 'branch' }>,
): Promise<Undone> {
  const own = { ...tools(context), gitDir: gitFolderOf(repository), repository };
  await openTrees(own);
  const removed = await createBranches(own).remove(name, commit);
  if (removed === 'removed') return { kind: 'undone', files: 0 };
  const reasons = {
    moved: `the branch ${name} has other commits by now; remove it yourself if you want to`,
    absent: `there is no branch ${name} any more`,
    'checked-out': `the branch ${name} is checked out; check out another one first`,
  };
  return { kind: 'refused', because: reasons[removed] };
}

function tools({ env }: CliContext) {
  const processes = createProcesses({ clock: systemClock, parentEnv: env });
  return { processes, scratch: createScratch() };
}

function refuse({ stderr, exitWith }: CliContext, sentence: string): void {
  stderr.write(`${sentence}${sentence.endsWith('.') ? '' : '.'}\n`);
  exitWith(EXIT.usage);
}
