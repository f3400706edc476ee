import * as z from 'zod';
import { createBrokerClient } from '#worker/client/client.ts';
import { createBrokerSpending } from '#worker/client/stores.ts';
import { controlKey } from '#gateway/control-words.ts';
import { type Gateway, startGateway } from '#gateway/gateway.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createEnvSecrets } from '#platform/system/env-secrets.ts';
import { systemSeals } from '#platform/system/seals.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { Timer } from '#base/needs/clock.ts';
import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import { loadConfig } from '#config/load.ts';
import { mergePrices } from '#config/model-prices.ts';
import { formatProblem } from '#config/problems.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import { providers } from '#model/provider.ts';
import { requireSetting } from './needed.ts';

/** The gateway of one task. It books costs through the broker, once the supervisor beside it has sent it the secret of the session. */
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
  const { spending, begin } = openSpendingLater(
    clock,
    requireSetting(env, 'brokerUrl'),
    env[environmentNames.gatewayCredential],
  );
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

/** The error of the parser would quote the text, and that is keys. */
function readKeys(text: string): z.infer<typeof modelKeys> {
  try {
    return modelKeys.parse(JSON.parse(text));
  } catch {
    throw new Error(
      `${environmentNames.modelKeys} is not a JSON object of texts: store the secret with the model keys again.`,
    );
  }
}

/** The settings of a repository are not read here: they must not send the keys to another host. */
function modelsOf(env: Environment) {
  const loaded = loadConfig({ env, overrides: [] });
  if (loaded.kind === 'ok') return loaded.config.models;
  throw new Error(`The settings of the stack: ${loaded.problems.map(formatProblem).join('; ')}`);
}

/** The ledger behind the broker, closed until the secret of the session is known. */
function openSpendingLater(clock: Timer, url: string, credential: string | undefined) {
  let opened: Spending | undefined;
  const ledger = (): Spending => {
    if (opened === undefined) throw new Error('The session has not begun');
    return opened;
  };
  const services = { clock, random: () => Math.random() };
  const spending: Spending = {
    reserve: async (...asked) => ledger().reserve(...asked),
    settle: async (...asked) => ledger().settle(...asked),
    balance: async (...asked) => ledger().balance(...asked),
  };
  const begin = (secret: string): void => {
    opened = createBrokerSpending(createBrokerClient(services, { url, token: secret }), credential);
  };
  return { spending, begin };
}
