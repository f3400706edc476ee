import { createStoredOperations } from '#ratchet/operators/stored-operations.ts';
import { readPage } from '#ratchet/overview/read-page.ts';
import type { Control } from '../runtime/open-control.ts';
import { openRuns } from '../runtime/open-runs.ts';
import { openDeployment } from './deployment.ts';
import type { OperatorDeps } from './serve-operator.ts';

/** All that operators may ask and order, over the stores of the deployment. */
export function openOperators(control: Control): OperatorDeps {
  const { runs, artifacts } = openRuns(control);
  const { workspaces, clock } = control;
  const stores = { ...control, runs };
  const operations = createStoredOperations(stores);
  return {
    log: control.log,
    server: {
      ...operations,
      run: async (runId) => (await operations.run(runId)) ?? null,
      transitions: (query) => workspaces.listTransitions({ ...query, now: clock.now() }),
      workspaces: (after) => readPage(stores, after),
      ...openDeployment(control, { artifacts }),
    },
  };
}
