import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { parseMembers } from './members.ts';

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
