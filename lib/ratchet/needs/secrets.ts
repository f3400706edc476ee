export type SecretName =
  | 'github-app-id'
  | 'github-app-private-key'
  | 'github-app-login'
  | 'github-webhook-secret'
  | 'github-webhook-secret-previous'
  | 'github-token'
  | 'anthropic-api-key'
  | 'openai-api-key'
  | 'cursor-api-key'
  | 'broker-key';

/** Values are read when needed and kept for minutes at most, so a rotation needs no restart. */
export interface Secrets {
  read(name: SecretName): Promise<string | undefined>;
  /** Forgets what was kept; used once when a value proves wrong. */
  refresh(name: SecretName): Promise<string | undefined>;
}

/** Secrets for services that never refresh them. */
export type SecretReader = Pick<Secrets, 'read'>;
