import type { SecretName } from '../needs/secrets.ts';
import type { IngestDeps } from './deps.ts';

// While a secret is changed, the forge may still sign with the one before.
const names = ['github-webhook-secret', 'github-webhook-secret-previous'] as const;

/** Whether whoever signed these bytes knows the secret of our webhook, or the one before it. */
export async function isGenuine(
  { secrets, signatures }: IngestDeps,
  body: Uint8Array,
  signature: string,
): Promise<boolean> {
  const tried = new Set<string>();
  const fits = async (read: (name: SecretName) => Promise<string | undefined>) => {
    for (const name of names) {
      const secret = await read(name);
      if (secret === undefined || tried.has(secret)) continue;
      tried.add(secret);
      if (signatures.verify(body, signature, secret)) return true;
    }
    return false;
  };
  if (await fits((name) => secrets.read(name))) return true;
  // What is kept of the secrets may be of yesterday.
  if (await fits((name) => secrets.refresh(name))) return true;
  if (tried.size > 0) return false;
  throw new Error('The secret github-webhook-secret is not set: give it the secret of the webhook');
}
