import type { CheckRun, CommitStatus, Repository } from './model.ts';

export type RollupState = 'ERROR' | 'EXPECTED' | 'FAILURE' | 'PENDING' | 'SUCCESS';
export type RollupContext = CheckRun | CommitStatus;

export interface Rollup {
  readonly state: RollupState;
  readonly contexts: readonly RollupContext[];
}

/**
 * All checks of a commit under one state. Runs that ran again stay in it, and so its state may
 * stay red although nothing fails any more: that is how GitHub answers.
 */
export function rollupOf(repository: Repository, sha: string): Rollup | undefined {
  const runs = (repository.suites.get(sha) ?? []).flatMap((suite) => suite.runs);
  const contexts = [...runs, ...newestStatuses(repository, sha)];
  if (contexts.length === 0) return undefined;
  const states = new Set(contexts.map(stateOfContext));
  const worst = (['FAILURE', 'ERROR', 'PENDING', 'EXPECTED'] as const).find((one) =>
    states.has(one),
  );
  return { state: worst ?? 'SUCCESS', contexts };
}

/** What one check or status counts as. */
export function stateOfContext(context: RollupContext): RollupState {
  if (context.kind === 'StatusContext') return context.state;
  if (context.status !== 'COMPLETED' || context.conclusion === undefined) return 'PENDING';
  switch (context.conclusion) {
    case 'SUCCESS':
    case 'NEUTRAL':
    case 'SKIPPED':
      return 'SUCCESS';
    case 'STALE':
      return 'EXPECTED';
    case 'FAILURE':
    case 'CANCELLED':
    case 'TIMED_OUT':
    case 'ACTION_REQUIRED':
    case 'STARTUP_FAILURE':
      return 'FAILURE';
  }
}

/** The last word of each status context, in the order in which the contexts first spoke. */
function newestStatuses(repository: Repository, sha: string): readonly CommitStatus[] {
  const newest = new Map<string, CommitStatus>();
  for (const status of repository.statuses.get(sha) ?? []) newest.set(status.context, status);
  return [...newest.values()];
}
