import {
  CreateSecretCommand,
  PutSecretValueCommand,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { createManagedSecrets, createSecretsClient, type SecretHolder } from '#aws/secrets.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { motoAccount, sharedMoto } from '../support/moto.ts';

const moto = sharedMoto();
const minute = 60_000;

/** Secrets of a deployment of their own, and how often they were asked for. */
async function openSecrets(values: Readonly<Partial<Record<SecretHolder, unknown>>>) {
  const { endpoint } = await moto();
  const client = createSecretsClient({ ...motoAccount, endpoint });
  const ids: Partial<Record<SecretHolder, string>> = {};
  for (const [holder, value] of Object.entries(values)) {
    const id = await createSecret(client, holder, value);
    ids[holder === 'github' || holder === 'models' ? holder : 'broker'] = id;
  }
  const calls = { count: 0 };
  client.middlewareStack.add((next) => (args) => {
    calls.count += 1;
    return next(args);
  });
  const clock = createManualClock();
  const secrets = createManagedSecrets({ client, clock }, { ids });
  const put = async (id: string | undefined, value: unknown) => {
    const SecretString = textOf(value);
    const direct = createSecretsClient({ ...motoAccount, endpoint });
    await direct.send(new PutSecretValueCommand({ SecretId: id, SecretString }));
  };
  return { secrets, clock, calls, ids, put };
}

let made = 0;

async function createSecret(client: SecretsManagerClient, holder: string, value: unknown) {
  made += 1;
  const SecretString = textOf(value);
  const created = {
    Name: `main-${holder}-${made}`,
    ...(SecretString !== undefined && { SecretString }),
  };
  const { ARN } = await client.send(new CreateSecretCommand(created));
  return ARN ?? '';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value);
}

describe('secrets in Secrets Manager', () => {
  it('are members of one, but for the key of the broker, which is all of it', async () => {
    const { secrets, calls } = await openSecrets({
      github: {
        'github-app-id': 42,
        'github-app-private-key': ' key\n',
        'github-webhook-secret': '',
      },
      models: { placeholder: 'x', 'anthropic-api-key': 'a' },
      broker: 'k'.repeat(64),
    });
    expect(await secrets.read('github-app-id')).toBe('42');
    expect(await secrets.read('github-app-private-key')).toBe('key');
    expect(await secrets.read('github-webhook-secret')).toBeUndefined();
    expect(await secrets.read('github-webhook-secret-previous')).toBeUndefined();
    expect(await secrets.read('anthropic-api-key')).toBe('a');
    expect(await secrets.read('openai-api-key')).toBeUndefined();
    expect(await secrets.read('broker-key')).toBe('k'.repeat(64));
    expect(calls.count, 'one for each secret').toBe(3);
  });

  it('that nobody named are unknown, and asked for by nobody', async () => {
    const { secrets, calls } = await openSecrets({});
    expect(await secrets.read('github-app-id')).toBeUndefined();
    expect(await secrets.refresh('broker-key')).toBeUndefined();
    expect(calls.count).toBe(0);
  });

  it('without a value, and such as are not there, are unknown until somebody makes them', async () => {
    const { secrets, clock, calls, ids, put } = await openSecrets({ github: undefined });
    expect(await secrets.read('github-app-id')).toBeUndefined();
    expect(await secrets.read('github-app-id')).toBeUndefined();
    expect(calls.count).toBe(1);
    await put(ids.github, { 'github-app-id': '42' });
    clock.advance(10_000);
    expect(await secrets.read('github-app-id')).toBe('42');
  });

  it('are kept for five minutes', async () => {
    const { secrets, clock, calls, ids, put } = await openSecrets({
      github: { 'github-app-id': 1 },
    });
    await secrets.read('github-app-id');
    await put(ids.github, { 'github-app-id': 2 });
    clock.advance(5 * minute - 1);
    expect(await secrets.read('github-app-id')).toBe('1');
    clock.advance(1);
    expect(await secrets.read('github-app-id')).toBe('2');
    expect(calls.count).toBe(2);
  });

  it('are asked for once by all who ask at the same moment', async () => {
    const { secrets, calls } = await openSecrets({ github: { 'github-app-id': 1 } });
    await Promise.all(Array.from({ length: 20 }, () => secrets.read('github-app-id')));
    expect(calls.count).toBe(1);
  });

  it('cost one call in ten seconds, however many signatures are forged', async () => {
    const { secrets, clock, calls, ids, put } = await openSecrets({
      github: { 'github-webhook-secret': 'old' },
    });
    expect(await secrets.read('github-webhook-secret')).toBe('old');
    for (let second = 0; second < 60; second += 1) {
      await Promise.all(Array.from({ length: 5 }, () => secrets.refresh('github-webhook-secret')));
      clock.advance(1_000);
    }
    expect(calls.count, 'the first, and then every ten seconds').toBe(6);
    await put(ids.github, { 'github-webhook-secret': 'new' });
    clock.advance(10_000);
    expect(await secrets.refresh('github-webhook-secret')).toBe('new');
    expect(await secrets.read('github-webhook-secret'), 'the others see it as well').toBe('new');
  });

  it('that cannot be read are named, and not a word of theirs is told', async () => {
    const forms = ['sk-hidden', '["sk-hidden"]', { 'github-app-id': ['sk-hidden'] }];
    for (const broken of forms) {
      const { secrets, ids } = await openSecrets({ github: broken });
      const failure = await secrets.read('github-app-id').catch((error: unknown) => error);
      const told = failure instanceof Error ? `${failure.stack} ${String(failure.cause)}` : '';
      expect(told).toMatch(
        /Secret main-github-\d+-\w+ is not a JSON object of texts.*store it again/,
      );
      expect(told).not.toContain('hidden');
      expect(ids.github).toMatch(/^arn:/);
    }
  });
});
