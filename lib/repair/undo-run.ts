import type { Config } from '#config/schema.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Run } from '#model/run.ts';
import { sessionSummary, type SessionSummary } from '#model/session-summary.ts';
import { undoneArtifact } from './rules/session/undone.ts';
import { storeArtifact } from '#check/store-artifact.ts';
import { undoApplied } from './deliver.ts';
import type { RepairHost } from './needs/repair-host.ts';
import type { RunState } from './needs/run-state.ts';
import { executeOnFiles } from './session-services.ts';

export interface RunToUndo {
  readonly run: Run;
  /** Absolute. */
  readonly repository: string;
  readonly state: RunState;
  /** Called only where files are to be reverted. */
  readonly readConfig: () => Pick<Config, 'execution' | 'timeouts'> | undefined;
}

/** Takes back what one run changed, and says in how many files; what was edited since is never lost. */
export async function undoRun(host: RepairHost, wanted: RunToUndo): Promise<Outcome<number>> {
  const undone = await undoResult(host, wanted);
  if (undone.kind === 'refused') {
    return refuse(undone.code, `Nothing was undone: ${undone.sentence}`);
  }
  const { run, state } = wanted;
  const { clock } = host;
  const body = JSON.stringify({ at: clock.now() });
  const deps = { ...state.stores, clock };
  await storeArtifact(deps, { runId: run.id, name: undoneArtifact, kind: 'json', body });
  await state.folders.remove(run.id);
  return undone;
}

async function undoResult(host: RepairHost, wanted: RunToUndo): Promise<Outcome<number>> {
  const { run, state } = wanted;
  const artifacts = await state.stores.runs.listArtifacts(run.id);
  if (artifacts.some(({ name }) => name === undoneArtifact)) {
    return refuse('undone-before', 'it was undone before');
  }
  const result = sessionSummary.safeParse(run.summary).data?.result;
  if (result?.kind === 'applied') return undoFiles(host, wanted, result.changes);
  if (result?.kind === 'branch') return undoBranch(host, wanted, result);
  return refuse('no-changes', `${run.id} changed nothing here`);
}

async function undoFiles(
  host: RepairHost,
  { run, repository, state, readConfig }: RunToUndo,
  name: Extract<SessionSummary['result'], { kind: 'applied' }>['changes'],
): Promise<Outcome<number>> {
  const config = readConfig();
  if (config === undefined) return refuse('not-configured', 'the configuration is wrong');
  const { folders, stores } = state;
  const files = { folder: repository, runId: run.id, folders, hash: host.hash };
  return undoApplied(
    { ...stores, execute: (plan) => executeOnFiles({ host, config }, files, plan) },
    { runId: run.id, name },
  );
}

async function undoBranch(
  host: RepairHost,
  { repository, state }: RunToUndo,
  { name, commit }: Extract<SessionSummary['result'], { kind: 'branch' }>,
): Promise<Outcome<number>> {
  const { branches } = await host.openGit(repository, state.gitDir);
  const removed = await branches.remove(name, commit);
  if (removed === 'removed') return ok(0);
  const reasons = {
    moved: `the branch ${name} has other commits by now; remove it yourself if you want to`,
    absent: `there is no branch ${name} any more`,
    'checked-out': `the branch ${name} is checked out; check out another one first`,
  };
  return refuse(`branch-${removed}`, reasons[removed]);
}
