import { givingBack, slotLeaseMs, withCapacity } from '#store/dynamo/capacity.ts';
import { createDynamoCapacityPool } from '#store/dynamo/capacity-pool.ts';
import type { EcsLauncherOptions } from '../ecs/task-input.ts';
import { createEcsLauncher, createEcsWorkers } from '../ecs-launcher.ts';
import { systemSeals } from '#platform/system/seals.ts';
import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import type { Launcher } from '#ratchet/needs/launcher.ts';
import { issueGatewayCredential } from '#worker/serve/gateway-credential.ts';
import { issueCapability } from '#worker/serve/issue-capability.ts';
import { requireSetting } from './needed.ts';
import type { Control } from './open-control.ts';

/** Describes and stops running workers; it cannot launch any. */
export function openWorkers(control: Control): Omit<Launcher, 'launch'> {
  const workers = createEcsWorkers(control, requireSetting(control.env, 'cluster'));
  return givingBack(workers, createDynamoCapacityPool(control.table, 0));
}

/** Launches workers, up to the limit of the stack. */
export function openLauncher(control: Control): Launcher {
  const { env, table, clock } = control;
  const deps = { ...control, seals: systemSeals };
  const launcher = openTasks(control, {
    capabilityOf: (launch) => issueCapability(deps, launch),
    gatewayCredentialOf: (launch) => issueGatewayCredential(deps, launch),
  });
  const pool = createDynamoCapacityPool(table, Number(requireSetting(env, 'mostWorkers')));
  return withCapacity(launcher, { pool, clock, leaseMs: slotLeaseMs });
}

/** Starts tasks without counting them against the limit. */
export function openTasks(
  control: Pick<Control, 'env' | 'log'>,
  issued: Pick<EcsLauncherOptions, 'capabilityOf' | 'gatewayCredentialOf'>,
): Launcher {
  const { env } = control;
  return createEcsLauncher(control, {
    cluster: requireSetting(env, 'cluster'),
    families: { check: requireSetting(env, 'engineTask'), fixup: requireSetting(env, 'agentTask') },
    network: networkOf(env),
    spot: env[environmentNames.spot] === 'true',
    ...issued,
  });
}

function networkOf(env: Environment) {
  return {
    subnets: requireSetting(env, 'subnets').split(','),
    securityGroup: requireSetting(env, 'securityGroup'),
    publicAddress: env[environmentNames.publicAddress] === 'true',
  };
}
