import type { Operations } from '../needs/operations.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '../needs/workspace-store.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import { loadRunReport } from '../overview/load-run-report.ts';
import { type OverviewDeps, readOverview, readRuns } from '../overview/read-overview.ts';
import { findWorkspace } from './find-workspace.ts';
import { obeyOperator } from './give-order.ts';
import { type PauseDeps, pauseAll, resumeAll } from './pause-all.ts';

export interface OperationsDeps extends Omit<
  ChangeDeps & OverviewDeps & PauseDeps,
  'workspaces' | 'runs'
> {
  readonly workspaces: WorkspaceStore;
  readonly runs: RunStore;
}

/** What operators ask and tell, answered by the stores that hold it. */
export function createStoredOperations(deps: OperationsDeps): Operations {
  const { workspaces, runs, clock } = deps;
  return {
    overview: () => readOverview(deps),
    find: (pullRequest) => findWorkspace(workspaces, pullRequest),
    transitions: (id, limit) => workspaces.listTransitions({ id, now: clock.now(), limit }),
    runs: (id, limit) => readRuns(deps, id, limit),
    run: async (runId) => {
      const run = await runs.loadRun(runId);
      return run && loadRunReport({ runs, workspaces }, run, clock.now());
    },
    order: (order) => obeyOperator(deps, order),
    pause: (by) => pauseAll(deps, by),
    resume: () => resumeAll(deps),
  };
}
