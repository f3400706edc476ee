import { type Gateway, startGateway } from '#gateway/gateway.ts';
import { createEnvSecrets } from '#platform/system/env-secrets.ts';
import { mergePrices } from '#config/model-prices.ts';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { Environment } from '#config/env.ts';
import type { OpenedGateway } from '#repair/needs/model-gateway.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';
import type { Spending } from '#gateway/needs/spending.ts';

interface GatewayDeps {
  readonly env: Environment;
  readonly log: Log;
  readonly clock: Clock;
}

/** Starts the gateway between agents and the providers whose keys are in the environment. */
export async function openGateway(
  { env, log, clock }: GatewayDeps,
  { models }: Pick<Config, 'models'>,
  spending: Spending,
): Promise<OpenedGateway> {
  const secrets = createEnvSecrets(env, {
    'anthropic-api-key': models.keys.anthropic,
    'openai-api-key': models.keys.openai,
  });
  const providers = await providersWithKey(secrets);
  if (providers.length === 0) return { gateway: undefined, providers, stop: async () => {} };
  const gateway: Gateway = await startGateway(
    { spending, secrets, clock, log },
    {
      origins: models.origins,
      prices: mergePrices(models),
      defaultOutputTokens: models.defaultOutputTokens,
    },
  );
  return { gateway, providers, stop: () => gateway.stop() };
}

async function providersWithKey(secrets: Secrets): Promise<OpenedGateway['providers']> {
  const anthropic = await secrets.read('anthropic-api-key');
  const openai = await secrets.read('openai-api-key');
  return [
    ...(anthropic === undefined ? [] : ['anthropic' as const]),
    ...(openai === undefined ? [] : ['openai' as const]),
  ];
}
