import { createDynamoInstallationStore } from '#store/dynamo/installations.ts';
import { createDynamoClient } from '#store/dynamo/table.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import { createPowertoolsLog } from '../powertools-log.ts';
import { createPowertoolsMetrics } from '../powertools-metrics.ts';
import { createSqsQueue } from '../sqs-queue.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createIds } from '#platform/system/ids.ts';
import { systemSignatures } from '#platform/system/signatures.ts';
import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import { queueOf } from '#config/queues.ts';
import { requireSetting, queueUrl } from './needed.ts';
import { openSecrets } from './secrets.ts';

/** What every lambda has: the workspaces, the queues, and its voice. */
export type Control = ReturnType<typeof openControl>;

const noOverrides: readonly never[] = [];

/** Opens it once for all invocations of one lambda; nothing is asked for before it is needed. */
export function openControl(env: Environment, service: string) {
  const clock = systemClock;
  const ids = createIds({ clock });
  const table = { client: createDynamoClient(), name: requireSetting(env, 'table') };
  const log = createPowertoolsLog({ service, level: readLogLevel(env) });
  const stage = env[environmentNames.stage] ?? 'main';
  return {
    env,
    // Settings for all repositories stand in the environment.
    overrides: noOverrides,
    clock,
    ids,
    hash: systemHash,
    signatures: systemSignatures,
    log,
    metrics: createPowertoolsMetrics({ namespace: 'Ratchetr', stage }),
    table,
    workspaces: createDynamoWorkspaceStore(table),
    installations: createDynamoInstallationStore(table),
    queue: createSqsQueue({ clock, ids }, { urlOf: (message) => queueUrl(env, queueOf(message)) }),
    secrets: openSecrets(env, clock),
  };
}

function readLogLevel(env: Environment): 'debug' | 'info' | 'warn' | 'error' {
  const level = env[environmentNames.logLevel];
  return level === 'debug' || level === 'warn' || level === 'error' ? level : 'info';
}
