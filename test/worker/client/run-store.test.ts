import { join } from 'node:path';
import { createBrokerRunStore } from '#worker/client/stores.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import type { RunId } from '#model/ids.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { type OpenedStore, registerContract } from '../../contracts/contract.ts';
import { attempts } from '../../contracts/run-store/attempts.ts';
import { claims } from '../../contracts/run-store/claims.ts';
import { finishing } from '../../contracts/run-store/finishing.ts';
import { leases } from '../../contracts/run-store/leases.ts';
import { plans } from '../../contracts/run-store/plans.ts';
import { acceptedDiffs, artifacts, findings } from '../../contracts/run-store/records.ts';
import { runs } from '../../contracts/run-store/runs.ts';
import { statusChanges } from '../../contracts/run-store/status-changes.ts';
import { separation, summaries } from '../../contracts/run-store/whole-runs.ts';
import { secretOf, setUpBroker } from '../../support/broker.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openStores } from '../../store/sqlite/stores.ts';

// Crowds are the business of the store behind it; baselines and refusals are worded otherwise here: see below.
registerContract(
  'run store through the broker',
  { open: () => open() },
  {
    runs,
    plans,
    claims,
    leases,
    finishing,
    attempts,
    'status changes': statusChanges,
    findings,
    artifacts,
    'accepted diffs': acceptedDiffs,
    summaries,
    separation,
  },
);

async function open(): Promise<OpenedStore<RunStore>> {
  const folder = await tempFolder();
  const stores = await openStores(join(folder, 'state.db'));
  const kept = createFileArtifacts({ root: folder });
  const broker = await setUpBroker({ ...stores, artifacts: kept });
  const planted = new Set<RunId>();
  const reopen = async (): Promise<RunStore> => {
    const clients = new Map<RunId, RunStore>();
    return byWorkers(stores.runs, async (runId) => {
      if (!planted.has(runId)) {
        planted.add(runId);
        await broker.plant(runId, 'running');
      }
      const store = clients.get(runId) ?? createBrokerRunStore(broker.client(secretOf(runId)));
      clients.set(runId, store);
      return store;
    });
  };
  return {
    store: await reopen(),
    reopen,
    settle: async () => undefined,
    close: async () => undefined,
  };
}

/** Every run has a worker of its own; what no worker may do, the control plane does. */
function byWorkers(control: RunStore, of: (runId: RunId) => Promise<RunStore>): RunStore {
  return {
    init: () => control.init(),
    createRun: (run) => control.createRun(run),
    listRuns: (workspace, limit) => control.listRuns(workspace, limit),
    updateRunStatus: (change) => control.updateRunStatus(change),
    recordBaseline: (baseline) => control.recordBaseline(baseline),
    findBaselines: (repository, commit) => control.findBaselines(repository, commit),
    loadRun: async (runId) => (await of(runId)).loadRun(runId),
    summarizeRun: async (runId) => (await of(runId)).summarizeRun(runId),
    addFindings: async (added) => (await of(added.runId)).addFindings(added),
    listFindings: async (runId, stage, tool) => (await of(runId)).listFindings(runId, stage, tool),
    countFindings: async (runId) => (await of(runId)).countFindings(runId),
    addTasks: async (added) => (await of(added.runId)).addTasks(added),
    listTasks: async (runId) => (await of(runId)).listTasks(runId),
    claimNextTask: async (request) => (await of(request.runId)).claimNextTask(request),
    renewLease: async (renewal) => (await of(renewal.runId)).renewLease(renewal),
    updateTaskStatus: async (change) => (await of(change.runId)).updateTaskStatus(change),
    createAttempt: async (attempt) => (await of(attempt.runId)).createAttempt(attempt),
    finishAttempt: async (result) => (await of(result.runId)).finishAttempt(result),
    listAttempts: async (runId, taskId) => (await of(runId)).listAttempts(runId, taskId),
    recordAccepted: async (diff) => (await of(diff.runId)).recordAccepted(diff),
    listAccepted: async (runId) => (await of(runId)).listAccepted(runId),
    addArtifact: async (artifact) => (await of(artifact.runId)).addArtifact(artifact),
    listArtifacts: async (runId) => (await of(runId)).listArtifacts(runId),
  };
}
