import { createManagedSecrets } from '../secrets.ts';
import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';

/** The secrets whose names stand in the environment of this function. */
export function openSecrets(env: Environment, clock: TimeSource): Secrets {
  const github = env[environmentNames.githubSecret];
  const broker = env[environmentNames.brokerSecret];
  return createManagedSecrets(
    { clock },
    { ids: { ...(github !== undefined && { github }), ...(broker !== undefined && { broker }) } },
  );
}
