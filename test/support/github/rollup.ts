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
  const state = worstOf(contexts);
  return state && { state, contexts };
}

/** The same state of what still stands: of runs that ran again, and of workflows that were started anew, the last one. */
export function standingStateOf(repository: Repository, sha: string): RollupState | undefined {
  const { contexts = [] } = rollupOf(repository, sha) ?? {};
  return worstOf(contexts.filter((one) => one.kind === 'StatusContext' || !one.superseded));
}

function worstOf(contexts: readonly RollupContext[]): RollupState | undefined {
  const states = new Set(contexts.map(stateOfContext));
  const worst = (['FAILURE', 'ERROR', 'PENDING', 'EXPECTED'] as const).find((one) =>
    states.has(one),
  );
  return worst ?? (contexts.length === 0 ? undefined : 'SUCCESS');
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
