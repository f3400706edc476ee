import * as z from 'zod';
import { createBrokerClient } from '#worker/client/client.ts';
import { type BrokerSpendingOptions, createBrokerSpending } from '#worker/client/stores.ts';
import { controlKey } from '#gateway/control-words.ts';
import { type Gateway, startGateway } from '#gateway/gateway.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createEnvSecrets } from '#platform/system/env-secrets.ts';
import { systemSeals } from '#platform/system/seals.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import { loadConfig } from '#config/load.ts';
import { mergePrices } from '#config/model-prices.ts';
import { formatProblem } from '#config/problems.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import { providers } from '#model/provider.ts';
import { requireSetting } from './needed.ts';

/** The gateway of one task. It pays by the broker, once the supervisor beside it has told it the secret of the session. */
export async function openSidecar(env: Environment, port: number): Promise<Gateway> {
  const keys = readKeys(requireSetting(env, 'modelKeys'));
  const secrets = createEnvSecrets(keys, {
    'anthropic-api-key': 'anthropic-api-key',
    'openai-api-key': 'openai-api-key',
  });
  const paidFor = providers.filter(
    (provider) => (keys[`${provider}-api-key`]?.trim() ?? '') !== '',
  );
  const clock = systemClock;
  const log = createTextLog({ clock, output: process.stderr }, { level: 'warn' });
  const { spending, begin } = openSpendingLater(requireSetting(env, 'brokerUrl'), {
    credential: env[environmentNames.gatewayCredential],
  });
  const { origins, prices, defaultOutputTokens } = modelsOf(env);
  const key = controlKey(systemSeals, requireSetting(env, 'capability'));
  return startGateway(
    { spending, secrets, clock, log },
    {
      origins,
      prices: mergePrices({ prices }),
      defaultOutputTokens,
      port,
      control: { seals: systemSeals, key, providers: paidFor, begin },
    },
  );
}

const modelKeys = z.record(z.string(), z.string());

/** An error would quote what it cannot read, and that is keys. */
function readKeys(text: string): z.infer<typeof modelKeys> {
  try {
    return modelKeys.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${environmentNames.modelKeys} is no JSON object of texts: write the secret of the models anew.`,
    );
  }
}

/** What a repository says of models is not asked here: it must not lead the keys elsewhere. */
function modelsOf(env: Environment) {
  const loaded = loadConfig({ env, overrides: [] });
  if (loaded.kind === 'ok') return loaded.config.models;
  throw new Error(`The settings of the stack: ${loaded.problems.map(formatProblem).join('; ')}`);
}

/** The ledger behind the broker, closed until the secret of the session is known. */
function openSpendingLater(url: string, options: BrokerSpendingOptions) {
  let opened: Spending | undefined;
  const ledger = (): Spending => {
    if (opened === undefined) throw new Error('The session has not begun');
    return opened;
  };
  const deps = { clock: systemClock, random: () => Math.random() };
  const spending: Spending = {
    reserve: async (...asked) => ledger().reserve(...asked),
    settle: async (...asked) => ledger().settle(...asked),
    balance: async (...asked) => ledger().balance(...asked),
  };
  const begin = (secret: string): void => {
    opened = createBrokerSpending(createBrokerClient(deps, { url, token: secret }), options);
  };
  return { spending, begin };
}
