import type { Config } from '#config/schema.ts';
import { defaultTaskLimits } from '#domain/tasks/draft.ts';
import type { Amounts } from './amounts.ts';
import type { SessionSettings } from '#steps/session/session.ts';

/** How a session works, as the configuration says. */
export function sessionSettings(
  config: Config,
  { budgetUsd, maxWorkers }: Amounts,
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
      // A rejection says what to do better, so there is nothing to wait for.
      backoff: { initialMs: 0, factor: 1, maxMs: 0 },
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
