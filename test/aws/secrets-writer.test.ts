import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
} from '@aws-sdk/client-secrets-manager';
import { describe, expect, it } from 'vitest';
import { createSecretsClient } from '#aws/secrets.ts';
import { createSecretWriter } from '#aws/secrets/writer.ts';
import { motoAccount, sharedMoto } from '../support/moto.ts';

const moto = sharedMoto();
let made = 0;

async function openWriter(value?: unknown) {
  const { endpoint } = await moto();
  const client = createSecretsClient({ ...motoAccount, endpoint });
  made += 1;
  const SecretString = value === undefined ? undefined : JSON.stringify(value);
  const id = `main-github-${made}`;
  await client.send(new CreateSecretCommand({ Name: id, SecretString }));
  const read = async (VersionStage = 'AWSCURRENT'): Promise<unknown> => {
    const command = new GetSecretValueCommand({ SecretId: id, VersionStage });
    return JSON.parse((await client.send(command)).SecretString ?? '');
  };
  return { id, client, read, writer: createSecretWriter(client) };
}

describe('writing members of a secret', () => {
  it('begins with a secret that has no value yet', async () => {
    const { id, read, writer } = await openWriter();
    await writer.change(id, (members) => {
      expect(members).toEqual({});
      return { 'github-app-id': '42' };
    });
    expect(await read()).toEqual({ 'github-app-id': '42' });
  });

  it('changes what it names, takes away what is undefined, and leaves the rest', async () => {
    const before = { 'github-app-id': '42', 'github-token': 't', 'github-webhook-secret': 'old' };
    const { id, read, writer } = await openWriter(before);
    await writer.change(id, (members) => ({
      'github-webhook-secret': 'new',
      'github-webhook-secret-previous': members['github-webhook-secret'],
      'github-token': undefined,
    }));
    expect(await read()).toEqual({
      'github-app-id': '42',
      'github-webhook-secret': 'new',
      'github-webhook-secret-previous': 'old',
    });
    expect(await read('AWSPREVIOUS')).toEqual(before);
    await writer.change(id, () => ({ 'github-webhook-secret-previous': undefined }));
    expect(await read()).toEqual({ 'github-app-id': '42', 'github-webhook-secret': 'new' });
  });

  it('of two writers at once loses neither', async () => {
    const { id, client, read, writer } = await openWriter({ 'github-app-id': '42' });
    const other = createSecretWriter(client);
    let turns = 0;
    await writer.change(id, () => {
      turns += 1;
      return { 'github-webhook-secret': 'mine' };
    });
    await Promise.all([
      writer.change(id, () => ({ 'github-webhook-secret': `mine-${turns}` })),
      other.change(id, () => ({ 'github-webhook-secret-previous': 'theirs' })),
      other.change(id, () => ({ 'github-token': 'third' })),
    ]);
    expect(await read()).toEqual({
      'github-app-id': '42',
      'github-webhook-secret': 'mine-1',
      'github-webhook-secret-previous': 'theirs',
      'github-token': 'third',
    });
  });

  it('gives up and writes nothing when another writer is always faster', async () => {
    const { id, client, read, writer } = await openWriter({ 'github-app-id': '0' });
    let writes = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context['commandName'] === 'UpdateSecretVersionStageCommand' && writes % 2 === 0) {
          writes += 1;
          await createSecretWriter(client).change(id, () => ({ 'github-app-id': String(writes) }));
          writes += 1;
        }
        return next(args);
      },
      { step: 'initialize' },
    );
    await expect(writer.change(id, () => ({ 'github-token': 't' }))).rejects.toThrow(
      `Secret ${id} was changed by another writer 5 times`,
    );
    expect(await read()).toEqual({ 'github-app-id': '9' });
  });

  it('throws what is wrong with the secret, and does not hide it as a race', async () => {
    const { id, client, writer } = await openWriter({ 'github-app-id': '42' });
    await client.send(new DeleteSecretCommand({ SecretId: id }));
    await expect(writer.change(id, () => ({ 'github-token': 't' }))).rejects.toThrow(/deleted/);
  });
});
