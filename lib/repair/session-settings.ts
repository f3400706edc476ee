import type { Config } from '#config/schema.ts';
import { dayMs } from '#base/durations.ts';
import { defaultTaskLimits } from './rules/tasks/draft.ts';
import type { SessionSettings } from './session/session.ts';

/** How much one run may take. */
export interface RepairLimits {
  readonly budgetUsd: number;
  readonly maxWorkers: number;
}

/** How a session works, as the configuration says. */
export function sessionSettings(
  config: Config,
  { budgetUsd, maxWorkers }: RepairLimits,
): SessionSettings {
  const { agents, workers, limits, retry, checkpoint, tasks, timeouts } = config;
  return {
    order: agents.order,
    maxWorkers,
    maxAgents: Math.min(maxWorkers, workers.maxAgents),
    budgetUsd,
    limits,
    maxCopyBytes: limits.maxCopyMegabytes * 1024 * 1024,
    retryPolicy: {
      maxAttempts: retry.maxAttempts,
      maxLeaseLosses: Math.max(1, retry.maxLeaseLosses),
      backoff: pausesOf(retry.backoff),
    },
    checkpoint: { everyTasks: checkpoint.everyTasks, everyMs: checkpoint.every },
    allowed: tasks,
    taskLimits: defaultTaskLimits,
    skips: tasks.skips,
    attemptMs: timeouts.attempt,
    sessionMs: timeouts.session,
    leaseMs: timeouts.lease,
  };
}

/** No session lasts as long as the longest pause that a task may be given. */
function pausesOf({ initial, factor, max }: Config['retry']['backoff']) {
  return { initialMs: Math.min(initial, dayMs), factor, maxMs: Math.min(max, dayMs) };
}
