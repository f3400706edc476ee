import { createSecretsClient } from '#aws/secrets.ts';
import { readMembers } from '#aws/secrets/describe.ts';
import { createSecretWriter, type SecretWriter } from '#aws/secrets/writer.ts';
import type { SecretName } from '#ratchet/needs/secrets.ts';

/** The secrets of a stack, with the rights of the person at this machine. */
export interface StackSecrets extends SecretWriter {
  read(id: string): Promise<Readonly<Partial<Record<SecretName, string>>>>;
}

export function openStackSecrets(): StackSecrets {
  const client = createSecretsClient();
  return { ...createSecretWriter(client), read: (id) => readMembers(client, id) };
}
