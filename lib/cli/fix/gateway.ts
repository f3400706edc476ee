import { type Gateway, startGateway } from '#gateway/gateway.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createEnvSecrets } from '#platform/system/env-secrets.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import { modelPrices } from '#config/model-prices.ts';
import type { Config } from '#config/schema.ts';
import type { ModelGateway } from '#repair/needs/model-gateway.ts';
import type { Secrets } from '#ratchet/needs/secrets.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { CliContext } from '../context.ts';

type Provider = keyof ModelGateway['baseUrls'];

export interface OpenedGateway {
  /** Absent where no key of any provider is in the environment: agents then use accounts of their own. */
  readonly gateway: ModelGateway | undefined;
  /** Those whose key is there. */
  readonly providers: readonly Provider[];
  readonly stop: () => Promise<void>;
}

/** Starts the gateway between agents and the providers whose keys are in the environment. */
export async function openGateway(
  { env, stderr }: Pick<CliContext, 'env' | 'stderr'>,
  { models }: Pick<Config, 'models'>,
  spending: Spending,
): Promise<OpenedGateway> {
  const secrets = createEnvSecrets(env, {
    'anthropic-api-key': models.keys.anthropic,
    'openai-api-key': models.keys.openai,
  });
  const providers = await providersWithKey(secrets);
  if (providers.length === 0) return { gateway: undefined, providers, stop: async () => {} };
  const log = createTextLog({ clock: systemClock, output: stderr }, { level: 'warn' });
  const gateway: Gateway = await startGateway(
    { spending, secrets, clock: systemClock, log },
    {
      origins: models.origins,
      prices: modelPrices(models),
      defaultOutputTokens: models.defaultOutputTokens,
    },
  );
  return { gateway, providers, stop: () => gateway.stop() };
}

async function providersWithKey(secrets: Secrets): Promise<readonly Provider[]> {
  const anthropic = await secrets.read('anthropic-api-key');
  const openai = await secrets.read('openai-api-key');
  return [
    ...(anthropic === undefined ? [] : ['anthropic' as const]),
    ...(openai === undefined ? [] : ['openai' as const]),
  ];
}
