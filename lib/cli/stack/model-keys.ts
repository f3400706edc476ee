import type { StackClient } from '#aws/operators/stack-client.ts';
import type { SecretName } from '#ratchet/needs/secrets.ts';
import type { CliContext } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import { askSecret, type SecretInput } from './ask-secret.ts';
import { openStackSecrets } from './stack-secrets.ts';

/** The providers whose keys can be stored, with the names of their secrets. */
const modelKeys = {
  anthropic: 'anthropic-api-key',
  openai: 'openai-api-key',
  cursor: 'cursor-api-key',
} as const satisfies Record<string, SecretName>;

export type ModelProvider = keyof typeof modelKeys;

export interface KeyToStore {
  readonly client: StackClient;
  readonly provider: ModelProvider;
  readonly input: SecretInput;
}

/** Asks for the key of a provider of models and stores it; only the gateways of sessions read it. */
export async function storeModelKey(
  context: CliContext,
  { client, provider, input }: KeyToStore,
): Promise<void> {
  const { stdout, stderr, signal } = context;
  const { secrets } = await client.about();
  const question = `The key of ${provider}`;
  const key = await askSecret({ input, output: stderr, signal }, question);
  if (key === undefined) {
    return refuseCommand(context, `No key of ${provider} was given: nothing was stored.`);
  }
  await openStackSecrets().change(secrets.models, () => ({ [modelKeys[provider]]: key }));
  stdout.write(`The key of ${provider} is stored; sessions that begin from now on have it.\n`);
}
