import type { RunId } from '#model/ids.ts';
import type { RunSummary } from '#model/run.ts';
import { summarize } from '#repair/rules/tasks/summary.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';
import { listAccepted, recordAccepted } from './runs/accepted-diffs.ts';
import { addArtifact, listArtifacts } from './runs/artifacts.ts';
import { createAttempt, listAttempts, readAttempts } from './runs/attempts.ts';
import { findBaselines, recordBaseline } from './runs/baselines.ts';
import { claimNextTask, sweep } from './runs/claims.ts';
import { addFindings, countFindings, listFindings } from './runs/findings.ts';
import { finishAttempt, renewLease, updateTaskStatus } from './runs/finishing.ts';
import { addTasks } from './runs/planning.ts';
import { completeRun, createRun, listRuns, loadRun, updateRunStatus } from './runs/runs.ts';
import { listTasks } from './runs/task-rows.ts';
import { snapshot } from './transaction.ts';

export interface SqliteRunStoreOptions {
  /** Other processes' clocks may be this far behind ours. */
  readonly leaseGraceMs?: number;
}

/** Runs, tasks and attempts in one SQLite file; each call is one transaction. */
export function createSqliteRunStore(
  { database }: { readonly database: Database },
  { leaseGraceMs = 5_000 }: SqliteRunStoreOptions = {},
): RunStore {
  return {
    init: async () => migrate(database, allMigrations),
    createRun: async (run) => createRun(database, run),
    loadRun: async (id) => loadRun(database, id),
    listRuns: async (workspace, limit) => listRuns(database, workspace, limit),
    updateRunStatus: async (change) => updateRunStatus(database, change),
    completeRun: async (id, now) => completeRun(database, id, now),
    summarizeRun: async (id) => summarizeRun(database, id),
    addFindings: async (added) => addFindings(database, added),
    listFindings: async (id, stage, tool) => listFindings(database, id, { stage, tool }),
    countFindings: async (id) => countFindings(database, id),
    addTasks: async (added) => addTasks(database, added),
    listTasks: async (id) => listTasks(database, id),
    claimNextTask: async (request) => claimNextTask(database, request, leaseGraceMs),
    renewLease: async (renewal) => renewLease(database, renewal),
    updateTaskStatus: async (change) => updateTaskStatus(database, change),
    sweep: async (id, now) => sweep(database, id, { now, graceMs: leaseGraceMs }),
    createAttempt: async (start) => createAttempt(database, start),
    finishAttempt: async (result) => finishAttempt(database, result),
    listAttempts: async (id, task) => listAttempts(database, id, task),
    recordAccepted: async (diff) => recordAccepted(database, diff),
    listAccepted: async (id) => listAccepted(database, id),
    addArtifact: async (artifact) => addArtifact(database, artifact),
    listArtifacts: async (id) => listArtifacts(database, id),
    recordBaseline: async (baseline) => recordBaseline(database, baseline),
    findBaselines: async (repository, commit) => findBaselines(database, repository, commit),
  };
}

function summarizeRun(database: Database, id: RunId): RunSummary | undefined {
  return snapshot(database, () => {
    const run = loadRun(database, id);
    return (
      run &&
      summarize({
        run,
        tasks: listTasks(database, id),
        attempts: readAttempts(database, id),
        findings: countFindings(database, id),
        artifacts: listArtifacts(database, id),
      })
    );
  });
}
