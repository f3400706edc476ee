import * as z from 'zod';
import { requireStorable } from '#base/not-storable.ts';
import { artifact, type Artifact } from '#model/artifact.ts';
import { attempt, attemptResult } from '#model/attempt.ts';
import { recordedBaseline } from '#model/baseline.ts';
import { finding } from '#model/finding.ts';
import type { RunId } from '#model/ids.ts';
import { acceptedDiff, run, type RunSummary } from '#model/run.ts';
import { newTask } from '#model/task.ts';
import { settleAttempts } from '#repair/rules/tasks/attempts.ts';
import { summarizeRunParts } from '#repair/rules/tasks/summary.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { putAttemptItem, queryAttempts, mergeLastResults } from './attempts.ts';
import { claimNextTaskItem } from './claims.ts';
import { putFindings, loadFindings, parseCounts } from './findings.ts';
import { finishAttemptItem, renewLeaseItem, changeTaskItem } from './finishing.ts';
import {
  getItem,
  type Item,
  putItem,
  putItemIfAbsent,
  queryPartition,
  queryPrefix,
} from './items.ts';
import { baselinePk, keys } from './keys.ts';
import { addTaskItems } from './planning.ts';
import type { RunStoreContext } from './run-context.ts';
import { putRun, queryRunListings, loadRunItem, unpackRun, updateRunItemStatus } from './runs.ts';
import { shareSweeps, type SweepOptions } from './sweeps.ts';
import { checkTable, type DynamoTable } from './table.ts';
import { rememberTaken } from './taken.ts';
import { parseTaskItem, queryTaskItems } from './task-items.ts';
import { unpackJson, packJson } from './free-json.ts';

export type DynamoRunStoreOptions = Omit<RunStoreContext, 'sweeps' | 'taken'> & SweepOptions;

/** Runs, tasks and attempts on one DynamoDB table, by conditional writes of single items. */
export function createDynamoRunStore(options: DynamoRunStoreOptions): RunStore {
  const context: RunStoreContext = {
    ...options,
    sweeps: shareSweeps(options, options),
    taken: rememberTaken(options.clock),
  };
  const { table } = context;
  return {
    init: () => checkTable(table),
    createRun: async (created) => putRun(context, requireStorable('run', run, created)),
    loadRun: (id) => loadRunItem(context, id),
    listRuns: (workspace, limit) => queryRunListings(table, workspace, limit),
    updateRunStatus: (change) => updateRunItemStatus(context, change),
    summarizeRun: (id) => summarizeRunItems(context, id),
    addFindings: async (added) => {
      const findings = requireStorable('list of findings', z.array(finding), [...added.findings]);
      return putFindings(context, { ...added, findings });
    },
    listFindings: (id, stage, tool) => loadFindings(context, id, { stage, tool }),
    countFindings: async (id) =>
      (await queryPrefix(table, keys.run(id).pk, 'FIND#')).map(parseCounts),
    addTasks: async (added) => {
      const tasks = requireStorable('plan', z.array(newTask), [...added.tasks]);
      return addTaskItems(context, { ...added, tasks });
    },
    listTasks: async (id) => (await queryTaskItems(table, id)).map(({ task }) => task),
    claimNextTask: (request) => claimNextTaskItem(context, request),
    renewLease: (renewal) => renewLeaseItem(context, renewal),
    updateTaskStatus: (change) => changeTaskItem(context, change),
    createAttempt: (start) => putAttemptItem(table, start),
    finishAttempt: async (result) =>
      finishAttemptItem(context, requireStorable('result', attemptResult, result)),
    listAttempts: (id, task) => queryAttempts(context, id, task),
    recordAccepted: async (diff) => {
      const key = keys.accepted(diff.runId, diff.sequence);
      const item = { ...key, ...requireStorable('accepted diff', acceptedDiff, diff) };
      if ((await putItemIfAbsent(table, item)) === 'put') return 'recorded';
      const holder = acceptedDiff.parse(await getItem(table, key));
      return holder.taskId === diff.taskId ? 'recorded' : 'taken';
    },
    listAccepted: async (id) =>
      (await queryPrefix(table, keys.run(id).pk, 'SEQ#')).map((item) => acceptedDiff.parse(item)),
    addArtifact: (added) => putArtifactItem(table, added),
    listArtifacts: async (id) =>
      (await queryPrefix(table, keys.run(id).pk, 'ART#')).map(parseArtifact),
    recordBaseline: async (recorded) => {
      const baseline = requireStorable('baseline', recordedBaseline, recorded);
      await putItem(table, { ...keys.baseline(baseline), ...baseline });
    },
    findBaselines: async (repository, commit) =>
      (await queryPartition(table, baselinePk(repository, commit))).map((item) =>
        recordedBaseline.parse(item),
      ),
  };
}

/** One strong read of the whole partition, so the numbers belong together. */
async function summarizeRunItems(
  { table, artifacts }: RunStoreContext,
  id: RunId,
): Promise<RunSummary | undefined> {
  const items = await queryPartition(table, keys.run(id).pk);
  const item = items.find(({ sk }) => sk === 'RUN');
  if (item === undefined) return undefined;
  const tasks = filterByPrefix(items, 'TASK#').map(parseTaskItem);
  const filed = filterByPrefix(items, 'ATT#').map((filedItem) => attempt.parse(filedItem));
  const plainTasks = tasks.map(({ task }) => task);
  return summarizeRunParts({
    run: await unpackRun(artifacts, item),
    tasks: plainTasks,
    attempts: settleAttempts(mergeLastResults(filed, tasks), plainTasks),
    findings: filterByPrefix(items, 'FIND#').map(parseCounts),
    artifacts: filterByPrefix(items, 'ART#').map(parseArtifact),
  });
}

function filterByPrefix(items: readonly Item[], prefix: string): readonly Item[] {
  return items.filter((item) => String(item['sk']).startsWith(prefix));
}

async function putArtifactItem(table: DynamoTable, added: Artifact): Promise<'added' | 'exists'> {
  const stored = requireStorable('artifact', artifact, added);
  const meta = stored.meta && packJson(stored.meta);
  const key = keys.artifact(stored.runId, stored.name);
  const outcome = await putItemIfAbsent(table, { ...key, ...stored, meta });
  return outcome === 'put' ? 'added' : 'exists';
}

function parseArtifact(item: Item): Artifact {
  const meta = item['meta'] === undefined ? undefined : unpackJson(item['meta']);
  return artifact.parse({ ...item, ...(meta && { meta }) });
}
