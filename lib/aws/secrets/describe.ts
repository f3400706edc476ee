import {
  DescribeSecretCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';

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
