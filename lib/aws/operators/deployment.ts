import { createSecretsClient } from '../secrets.ts';
import { createSqsClient } from '../sqs-queue.ts';
import { environmentNames } from '#config/env-names.ts';
import { probeRun, probeToken, probeWorkspace } from '#repair/rules/session/probe.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import { requireSetting, githubApiUrl } from '../runtime/needed.ts';
import type { Control } from '../runtime/open-control.ts';
import { openTasks } from '../runtime/open-launcher.ts';
import { readHealth } from './health.ts';
import type { Deployment, OperatorServices } from './serve-operator.ts';
import { createStoredOperations } from '#ratchet/operators/stored-operations.ts';
import { readPage } from '#ratchet/overview/read-page.ts';
import { openRuns } from '../runtime/open-runs.ts';

/** All that operators may ask and order, over the stores of the deployment. */
export function openOperators(control: Control): OperatorServices {
  const { runs, artifacts } = openRuns(control);
  const { workspaces, clock } = control;
  const stores = { ...control, runs, artifacts };
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

/** What a deployment says of itself. */
function openDeployment(
  control: Control,
  { artifacts }: { readonly artifacts: Artifacts },
): Deployment {
  const { env } = control;
  const clients = { sqs: createSqsClient(), secrets: createSecretsClient() };
  const tasks = openTasks(control, {
    capabilityOf: async ({ runId }) => probeToken(runId),
  });
  return {
    about: () =>
      Promise.resolve({
        stage: env[environmentNames.stage] ?? 'main',
        webhookUrl: requireSetting(env, 'webhookUrl'),
        githubApiUrl: githubApiUrl(env),
        secrets: {
          github: requireSetting(env, 'githubSecret'),
          models: requireSetting(env, 'modelsSecret'),
          broker: requireSetting(env, 'brokerSecret'),
        },
      }),
    health: (probe) => readHealth({ control, artifacts, ...clients }, probe),
    launchProbe: (probe) =>
      tasks.launch({
        runId: probeRun(probe),
        kind: 'check',
        number: 1,
        workspaceId: probeWorkspace,
      }),
    worker: async (taskRef) => {
      const states = await tasks.describe([taskRef]);
      return states.get(taskRef) ?? { kind: 'unknown' };
    },
  };
}
