import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { TimeSource } from '#base/needs/clock.ts';
import type { SecretName, Secrets } from '#ratchet/needs/secrets.ts';
import { minuteMs } from '#base/durations.ts';
import { parseMembers, nameOfSecret } from './secrets/members.ts';
import { serviceDefaults, type ServiceOptions } from './service-options.ts';

/** The secrets of a deployment; only that of the broker is a plain text, the others are JSON with members. */
export type SecretHolder = 'github' | 'models' | 'broker';

export interface SecretsServices {
  /** By default one as the environment has it. */
  readonly client?: SecretsManagerClient;
  readonly clock: TimeSource;
}

export interface ManagedSecretsOptions {
  /** The ARN or name of each secret that may be read here; what another holds is unknown. */
  readonly ids: Readonly<Partial<Record<SecretHolder, string>>>;
  /** How long a value is kept. */
  readonly keepMs?: number;
  /** How long a value that proves wrong is kept nevertheless: a flood of forgeries must not become one of calls. */
  readonly refreshMs?: number;
}

const holders: Readonly<Record<SecretName, SecretHolder>> = {
  'github-app-id': 'github',
  'github-app-private-key': 'github',
  'github-app-login': 'github',
  'github-webhook-secret': 'github',
  'github-webhook-secret-previous': 'github',
  'github-token': 'github',
  'anthropic-api-key': 'models',
  'openai-api-key': 'models',
  'cursor-api-key': 'models',
  'broker-key': 'broker',
};

export function createSecretsClient(options: ServiceOptions = {}): SecretsManagerClient {
  return new SecretsManagerClient({ ...serviceDefaults, ...options });
}

/** Secrets in AWS Secrets Manager. One that is missing, or has no value yet, has no members. */
export function createManagedSecrets(
  { client = createSecretsClient(), clock }: SecretsServices,
  { ids, keepMs = 5 * minuteMs, refreshMs = minuteMs / 6 }: ManagedSecretsOptions,
): Secrets {
  const kept = new Map<SecretHolder, KeptValue<string | undefined>>();
  const keptOf = (holder: SecretHolder): KeptValue<string | undefined> | undefined => {
    const id = ids[holder];
    if (id === undefined) return undefined;
    const known =
      kept.get(holder) ?? keepValue(() => fetchText(client, id), clock, { keepMs, refreshMs });
    kept.set(holder, known);
    return known;
  };
  const pick = (name: SecretName, text: string | undefined): string | undefined => {
    const holder = holders[name];
    if (text === undefined) return undefined;
    const value = holder === 'broker' ? text : parseMembers(text, ids[holder] ?? holder)[name];
    return value === undefined || value.trim() === '' ? undefined : value.trim();
  };
  return {
    read: async (name) => pick(name, await keptOf(holders[name])?.read()),
    refresh: async (name) => pick(name, await keptOf(holders[name])?.refresh()),
  };
}

async function fetchText(client: SecretsManagerClient, id: string): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: id, VersionStage: 'AWSCURRENT' });
    const { SecretString: text } = await client.send(command);
    if (text !== undefined) return text;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
  throw new Error(`Secret ${nameOfSecret(id)} holds bytes instead of text: store it again.`);
}

interface KeptValue<Value> {
  read(): Promise<Value>;
  /** Asks again, but for a value that was asked for a moment ago. */
  refresh(): Promise<Value>;
}

interface Times {
  readonly keepMs: number;
  readonly refreshMs: number;
}

/** Keeps what was fetched for a while. Calls while it is fetched wait for the same answer; a failure is not kept. */
function keepValue<Value>(
  fetch: () => Promise<Value>,
  clock: TimeSource,
  { keepMs, refreshMs }: Times,
): KeptValue<Value> {
  let kept: { readonly value: Value; readonly askedAt: number } | undefined;
  let triedAt = -Infinity;
  let asking: Promise<Value> | undefined;

  const ask = (): Promise<Value> => {
    if (asking !== undefined) return asking;
    const askedAt = clock.now();
    triedAt = askedAt;
    asking = fetch()
      .then((value) => {
        kept = { value, askedAt };
        return value;
      })
      .finally(() => (asking = undefined));
    return asking;
  };

  return {
    read: async () => {
      if (kept === undefined) return ask();
      // `ratchetr setup` is about to write what is missing, and its operator will not wait for minutes.
      const forMs = kept.value === undefined ? refreshMs : keepMs;
      return clock.now() - kept.askedAt < forMs ? kept.value : ask();
    },
    refresh: async () =>
      kept !== undefined && clock.now() - triedAt < refreshMs ? kept.value : ask(),
  };
}
