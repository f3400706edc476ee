import { recordVerbs } from '../rules/protocol/record-verbs.ts';
import { taskVerbs } from '../rules/protocol/task-verbs.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { BrokerClient } from './client.ts';

/** Runs, tasks and attempts as the broker lets the worker of one run reach them. */
export function createBrokerRunStore(client: BrokerClient): RunStore {
  return {
    // What the store needs was made by those who keep it.
    init: async () => undefined,
    loadRun: (runId) => client.call(recordVerbs.loadRun, { runId }),
    summarizeRun: (runId) => client.call(recordVerbs.summarizeRun, { runId }),
    addFindings: (added) => client.call(recordVerbs.addFindings, added),
    listFindings: (runId, stage, tool) =>
      client.call(recordVerbs.listFindings, {
        runId,
        stage,
        ...(tool !== undefined && { tool }),
      }),
    countFindings: (runId) => client.call(recordVerbs.countFindings, { runId }),
    addTasks: (added) => client.call(taskVerbs.addTasks, added),
    listTasks: (runId) => client.call(taskVerbs.listTasks, { runId }),
    claimNextTask: (request) =>
      client.call(taskVerbs.claimNextTask, request, { again: { ...request, repeated: true } }),
    renewLease: (renewal) => client.call(taskVerbs.renewLease, renewal),
    updateTaskStatus: (change) => client.call(taskVerbs.updateTaskStatus, change),
    createAttempt: (start) => client.call(taskVerbs.createAttempt, start),
    finishAttempt: (result) => client.call(taskVerbs.finishAttempt, result),
    listAttempts: (runId, taskId) =>
      client.call(taskVerbs.listAttempts, { runId, ...(taskId !== undefined && { taskId }) }),
    recordAccepted: (diff) => client.call(recordVerbs.recordAccepted, diff),
    listAccepted: (runId) => client.call(recordVerbs.listAccepted, { runId }),
    addArtifact: (artifact) => client.call(recordVerbs.addArtifact, artifact),
    listArtifacts: (runId) => client.call(recordVerbs.listArtifacts, { runId }),
    recordBaseline: async (baseline) => {
      await client.call(recordVerbs.recordBaseline, baseline);
    },
    findBaselines: (repository, commit) =>
      client.call(recordVerbs.findBaselines, { repository, commit }),
    ...notForWorkers,
  };
}

/** The broker has no verbs for these: who decides makes and closes runs, and claims repair what was left. */
const notForWorkers = {
  createRun: () => refuse('make a run'),
  listRuns: () => refuse('list runs'),
  updateRunStatus: () => refuse('close a run but by its last word'),
  completeRun: () => refuse('close a run but by its last word'),
  sweep: () => refuse('sweep a run'),
};

async function refuse(what: string): Promise<never> {
  throw new Error(`A worker may not ${what}`);
}
