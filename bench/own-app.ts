import { generateKeyPairSync } from 'node:crypto';
import type { App } from '../test/support/github/identity.ts';
import type { GitHub } from '../test/support/github/server.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

export { privateKey };

const permissions = {
  metadata: 'read',
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'write',
  statuses: 'read',
  actions: 'write',
} as const;

const events = ['pull_request', 'check_run', 'check_suite', 'push'] as const;

/** Our App at a double of GitHub, installed for an owner who is there already. */
export function installOwnApp({ world }: GitHub, account: string): App {
  const app = world.app({ slug: 'ratchetr', publicKey, permissions, events });
  world.install(app, { account });
  return app;
}
