import { taskVerbs } from '../rules/protocol/task-verbs.ts';
import type { RunId } from '#model/ids.ts';
import { type Handler, handler } from './handler.ts';

const ofRun = ({ runId }: { readonly runId: RunId }): readonly RunId[] => [runId];

/** What a worker does with the tasks of its run. */
export const taskHandlers = {
  addTasks: handler(taskVerbs.addTasks, {
    runs: ({ runId, tasks }) => [runId, ...tasks.map((task) => task.runId)],
    serve: async ({ runs }, _, asked) => ({ told: await runs.addTasks(asked) }),
  }),
  listTasks: handler(taskVerbs.listTasks, {
    runs: ofRun,
    serve: async ({ runs }, { runId }) => ({ told: await runs.listTasks(runId) }),
  }),
  claimNextTask: handler(taskVerbs.claimNextTask, {
    runs: ofRun,
    serve: async ({ runs }, _, asked) => ({ told: await runs.claimNextTask(asked) }),
  }),
  renewLease: handler(taskVerbs.renewLease, {
    runs: ofRun,
    serve: async ({ runs }, _, asked) => ({ told: await runs.renewLease(asked) }),
  }),
  updateTaskStatus: handler(taskVerbs.updateTaskStatus, {
    runs: ofRun,
    serve: async ({ runs }, _, asked) => ({ told: await runs.updateTaskStatus(asked) }),
  }),
  createAttempt: handler(taskVerbs.createAttempt, {
    runs: ofRun,
    serve: async ({ runs }, _, asked) => ({ told: await runs.createAttempt(asked) }),
  }),
  finishAttempt: handler(taskVerbs.finishAttempt, {
    runs: ofRun,
    serve: async ({ runs, metrics }, _, asked) => {
      const told = await runs.finishAttempt(asked);
      if (told.kind === 'accepted') metrics.count('attempts', 1, { outcome: asked.outcome });
      return { told };
    },
  }),
  listAttempts: handler(taskVerbs.listAttempts, {
    runs: ofRun,
    serve: async ({ runs }, { runId }, { taskId }) => ({
      told: await runs.listAttempts(runId, taskId),
    }),
  }),
} satisfies Record<keyof typeof taskVerbs, Handler>;
