import type { ECSClient } from '@aws-sdk/client-ecs';
import { createEcsLauncher } from '#aws/ecs-launcher.ts';
import type { EcsLauncherOptions } from '#aws/ecs/task-input.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { Launch, Launcher } from '#ratchet/needs/launcher.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { runId, workspaceId } from '../support/samples.ts';

export const fixup: Launch = {
  runId: runId('run-1'),
  kind: 'fixup',
  number: 1,
  workspaceId: workspaceId('github.com:7:12'),
};

export const options: EcsLauncherOptions = {
  cluster: 'cluster',
  families: { check: 'main-engine', fixup: 'main-agent' },
  network: { subnets: ['subnet-1', 'subnet-2'], securityGroup: 'sg-1', publicAddress: true },
  spot: false,
  capabilityOf: async ({ runId: id, number }) => `v1.capability.of.${id}.${number}`,
  gatewayCredentialOf: async ({ runId: id }) => `credential.of.${id}`,
};

export function launcherOn(ecs: ECSClient, changed: Partial<EcsLauncherOptions> = {}): Launcher {
  const log = createTextLog(
    { clock: createManualClock(), output: { write: () => true } },
    { level: 'error' },
  );
  return createEcsLauncher({ client: ecs, log }, { ...options, ...changed });
}
