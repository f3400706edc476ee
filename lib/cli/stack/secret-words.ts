import { randomBytes } from 'node:crypto';
import type { MemberChanges } from '#aws/secrets/writer.ts';
import type { SecretName } from '#ratchet/needs/secrets.ts';

type Members = Readonly<Partial<Record<SecretName, string>>>;

/** A secret for a webhook that cannot be guessed. */
export function newWebhookSecret(): string {
  return randomBytes(32).toString('hex');
}

export interface AppSecrets {
  readonly id: string;
  readonly slug: string;
  readonly privateKey: string;
  readonly webhookSecret: string;
}

/** The members that make a stack use this App; a secret of another App is no longer accepted. */
export function buildAppMembers(
  { id, slug, privateKey, webhookSecret }: AppSecrets,
  before: Members,
): MemberChanges {
  return {
    'github-app-id': id,
    'github-app-login': `${slug}[bot]`,
    'github-app-private-key': privateKey,
    'github-webhook-secret': webhookSecret,
    ...(before['github-app-id'] !== id && { 'github-webhook-secret-previous': undefined }),
  };
}

/**
 * A new secret beside the one that GitHub signs with. While a previous one is stored, a rotation is under way
 * and GitHub may sign with either: another new one would lock it out.
 */
export function rotateSecret(before: Members, fresh: string): MemberChanges {
  if (before['github-webhook-secret-previous'] !== undefined) return {};
  return {
    'github-webhook-secret': fresh,
    'github-webhook-secret-previous': before['github-webhook-secret'],
  };
}
