import type { SecretReader } from '#ratchet/needs/secrets.ts';

/** The key that the tokens of workers are sealed with. */
export async function brokerKey(secrets: SecretReader): Promise<string> {
  const key = await secrets.read('broker-key');
  if (key !== undefined && key.length >= shortest) return key;
  throw new Error(
    `The broker has no key of at least ${shortest} characters: look at the secret of the broker, which the stack makes`,
  );
}

const shortest = 32;
