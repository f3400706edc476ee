import type { Environment } from '#config/env.ts';
import type { SecretName, Secrets } from '#ratchet/needs/secrets.ts';

/** Secrets that stand in the environment, by the environment name of each; an empty value counts as not set. */
export function createEnvSecrets(
  env: Environment,
  names: Readonly<Partial<Record<SecretName, string>>>,
): Secrets {
  const read = async (secret: SecretName): Promise<string | undefined> => {
    const name = names[secret];
    const value = name === undefined ? undefined : env[name]?.trim();
    return value === '' ? undefined : value;
  };
  // The environment of a process does not change under it.
  return { read, refresh: read };
}
