import { randomUUID } from 'node:crypto';
import {
  GetSecretValueCommand,
  InvalidParameterException,
  InvalidRequestException,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { SecretName } from '#ratchet/needs/secrets.ts';
import { parseMembers, nameOfSecret } from './members.ts';

/** New values by member; `undefined` takes a member away. */
export type MemberChanges = Readonly<Partial<Record<SecretName, string | undefined>>>;

export interface SecretWriter {
  /** Reads the members a secret has, asks what is to change, and writes them; other members stay. */
  change(
    id: string,
    changesOf: (members: Readonly<Record<string, string>>) => MemberChanges,
  ): Promise<void>;
}

const current = 'AWSCURRENT';
/** A version has it until it is the current one; without any label AWS would take it for waste. */
const pending = 'RATCHETR-PENDING';
const mostTries = 5;

/** Writes members of secrets. Of two writers at the same time the later one begins anew from what the other wrote. */
export function createSecretWriter(client: SecretsManagerClient): SecretWriter {
  return {
    change: async (id, changesOf) => {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const seen = await readSecretVersion(client, id);
        const text = mergeMembers(seen.members, changesOf(seen.members));
        if (await replaceVersion(client, { id, text, seen: seen.version })) return;
      }
      throw new Error(
        `Secret ${nameOfSecret(id)} was changed by another writer ${mostTries} times while it was ` +
          'to be written: nothing was written. Try again.',
      );
    },
  };
}

function mergeMembers(members: Readonly<Record<string, string>>, changes: MemberChanges): string {
  const entries = Object.entries({ ...members, ...changes });
  return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
}

interface Version {
  readonly members: Readonly<Record<string, string>>;
  /** undefined: the secret has no value yet. */
  readonly version: string | undefined;
}

async function readSecretVersion(client: SecretsManagerClient, id: string): Promise<Version> {
  try {
    const read = await client.send(
      new GetSecretValueCommand({ SecretId: id, VersionStage: current }),
    );
    return { members: parseMembers(read.SecretString ?? '', id), version: read.VersionId };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return { members: {}, version: undefined };
    throw error;
  }
}

interface Replacement {
  readonly id: string;
  readonly text: string;
  readonly seen: string | undefined;
}

/** Writes a version aside and makes it the current one only in the place of the one that was read: AWS has no other condition. */
async function replaceVersion(
  client: SecretsManagerClient,
  { id, text, seen }: Replacement,
): Promise<boolean> {
  const token = randomUUID();
  const { VersionStages: stages = [] } = await client.send(
    new PutSecretValueCommand({
      SecretId: id,
      SecretString: text,
      ClientRequestToken: token,
      VersionStages: [pending],
    }),
  );
  // The first version of all is the current one at once.
  if (stages.includes(current)) return true;
  try {
    await client.send(
      new UpdateSecretVersionStageCommand({
        SecretId: id,
        VersionStage: current,
        MoveToVersionId: token,
        RemoveFromVersionId: seen,
      }),
    );
    return true;
  } catch (error) {
    const lost =
      error instanceof InvalidParameterException || error instanceof InvalidRequestException;
    if (lost && (await readSecretVersion(client, id)).version !== seen) return false;
    throw error;
  }
}
