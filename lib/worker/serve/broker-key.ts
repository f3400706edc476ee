import type { Secrets } from '#ratchet/needs/secrets.ts';

/** What the tokens of workers are sealed with. */
export async function brokerKey({
  secrets,
}: {
  readonly secrets: Pick<Secrets, 'read'>;
}): Promise<string> {
  const key = await secrets.read('broker-key');
  if (key === undefined || key.length < shortest) {
    throw new Error(
      `The broker has no key of at least ${shortest} characters: look at the secret of the broker, which the stack makes`,
    );
  }
  return key;
}

const shortest = 32;
