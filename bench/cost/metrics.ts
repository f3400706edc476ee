/** How many values the dimensions of each metric have together: each is a metric that is paid for. */
export const values = {
  agents_usd: 1,
  attempts: 4,
  decision_delay: 1,
  decisions: 7,
  deliveries_redelivered: 1,
  engine_errors: 1,
  fixup_duration: 7,
  fixups_completed: 21,
  github_limited: 2,
  github_points: 1,
  github_rate_limit_remaining: 2,
  github_requests: 6,
  heads_missed: 1,
  launches: 3,
  messages_failed: 1,
  oldest_due_age: 1,
  places_taken: 1,
  ticks_completed: 1,
  time_to_green: 1,
  turned_green: 2,
  webhook_deliveries: 5,
  webhooks_too_large: 1,
  worker_start: 2,
  workers_stopped: 8,
  workspaces_due: 1,
} as const;

/** Measured although nothing happens: by `tick` and `reconcile`. */
const idle: Partial<Record<keyof typeof values, number>> = {
  deliveries_redelivered: 1,
  github_rate_limit_remaining: 1,
  github_requests: 1,
  oldest_due_age: 1,
  places_taken: 1,
  ticks_completed: 1,
  workspaces_due: 1,
};

/** The metrics of a month, if all that can happen does. */
export function metricsOf(isAnyOpen: boolean): number {
  return Object.values(isAnyOpen ? values : idle).reduce((sum, count) => sum + count, 0);
}
