import {
  DescribeSecretCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
  GetSecretValueCommand,
} from '@aws-sdk/client-secrets-manager';
import { parseMembers } from './members.ts';

export interface SecretFacts {
  /** undefined: it was never given one. */
  readonly changedAt: number | undefined;
}

/** What is known of a secret without its value; undefined: there is none. */
export async function describeSecret(
  client: SecretsManagerClient,
  id: string,
): Promise<SecretFacts | undefined> {
  try {
    const found = await client.send(new DescribeSecretCommand({ SecretId: id }));
    const stages = Object.values(found.VersionIdsToStages ?? {}).flat();
    if (!stages.includes('AWSCURRENT')) return { changedAt: undefined };
    const { LastChangedDate: changed, CreatedDate: created } = found;
    return { changedAt: (changed ?? created)?.getTime() ?? 0 };
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The members of a secret as they are now; one without a value has none. */
export async function readMembers(
  client: SecretsManagerClient,
  id: string,
): Promise<Readonly<Record<string, string>>> {
  try {
    const { SecretString: text = '' } = await client.send(
      new GetSecretValueCommand({ SecretId: id, VersionStage: 'AWSCURRENT' }),
    );
    return parseMembers(text, id);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return {};
    throw error;
  }
}
