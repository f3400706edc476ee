import type { ArtifactReader } from '#model/needs/artifacts.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Operations } from '../needs/operations.ts';
import type { InstallationStore } from '../needs/installation-store.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import { loadRunReport } from '../overview/load-run-report.ts';
import { readKept } from '../overview/read-kept.ts';
import { readOverview, readRuns } from '../overview/read-overview.ts';
import type { OperatorRequest, OperatorResponse } from '../rules/operators/operator-methods.ts';
import { obey, rememberObeyed } from '../rules/decision/obey.ts';
import { changeWithRetries, createLogEntry } from '../workspace-changes.ts';
import { findWorkspace } from './find-workspace.ts';
import { pauseAll, resumeAll } from './pause-all.ts';

export interface OperationsDeps extends ChangeDeps {
  readonly installations: InstallationStore;
  readonly runs: RunStore;
  readonly artifacts: ArtifactReader;
}

/** The requests of operators, answered from the stores. */
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
    artifact: (runId, name) => readKept(deps, runId, name),
    order: (order) => obeyOperator(deps, order),
    pause: (by) => pauseAll(deps, by),
    resume: () => resumeAll(deps),
  };
}

/** Obeys an order of an operator once: access to the control plane is the right to give it. */
async function obeyOperator(
  deps: ChangeDeps,
  { id, order, by: login, orderId }: OperatorRequest<'order'>,
): Promise<OperatorResponse<'order'>> {
  const outcome = await changeWithRetries(deps, id, ({ state }, now) => {
    if (state.obeyed.includes(orderId)) {
      return { next: undefined, told: confirmOrder('It was done before.') };
    }
    const said = obey(state, order, { login, commentId: orderId, now, vouchedAt: now });
    if (said.kind === 'refused') return { next: undefined, told: refuseOrder(said.sentence) };
    const { next, commands, reason } = said.value;
    return {
      next: rememberObeyed(next, orderId),
      transition: createLogEntry(now, { action: 'WAIT', reason, snapshot: { login, order } }),
      commands,
      dueAt: now,
      told: confirmOrder(reason),
    };
  });
  if (outcome.kind === 'unknown') return refuseOrder('The pull request is not watched any more.');
  return outcome.answer.told;
}

function confirmOrder(sentence: string): OperatorResponse<'order'> {
  return { kind: 'obeyed', sentence };
}

function refuseOrder(sentence: string): OperatorResponse<'order'> {
  return { kind: 'refused', sentence };
}
