import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '#config/env.ts';
import type { Log } from '#base/needs/log.ts';
import { createSystem } from '#local/system.ts';
import { openPlane, type Plane } from '#local/up/plane.ts';
import type { App } from './github/identity.ts';
import type { Hands } from './github/hands.ts';
import { type GitHub, startGitHub } from './github/server.ts';

export interface OwnPlane {
  readonly github: GitHub;
  readonly app: App;
  readonly shop: Hands;
  readonly plane: Plane;
}

const secret = 'a secret of a webhook';

const events = ['push', 'pull_request', 'check_run', 'check_suite', 'workflow_run'];
const permissions = {
  metadata: 'read',
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'write',
  statuses: 'read',
  actions: 'write',
} as const;

/** A GitHub with one repository, and a control plane for it that does nothing by itself yet; both go afterwards. */
export async function withOwnPlane<Result>(
  log: Log,
  env: Readonly<Record<string, string>>,
  work: (own: OwnPlane) => Promise<Result>,
): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), 'ratchetr-bench-'));
  const [home, forge, temporary] = ['home', 'forge', 'tmp'].map((name) => join(root, name));
  if (home === undefined || forge === undefined) throw new Error('There are no folders');
  for (const folder of [home, forge, temporary]) await mkdir(folder ?? root);
  const github = await startGitHub({ root: forge });
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const shop = github.repository('octo/shop', { collaborators: { ann: 'write' } });
  const { publicKey } = keys;
  const app = github.world.app({ slug: 'ratchetr', publicKey, permissions, events });
  const own = {
    PATH: readEnvironment()['PATH'] ?? '',
    HOME: home,
    TMPDIR: temporary ?? root,
    RATCHETR_GITHUB_APP_ID: String(app.id),
    RATCHETR_GITHUB_PRIVATE_KEY: keys.privateKey,
    RATCHETR_GITHUB_API_URL: github.url,
    RATCHETR_WEBHOOK_SECRET: secret,
    RATCHETR_POLICY_CHECK_HEADS: 'false',
    ...env,
  };
  const machine = { system: createSystem(), env: own, log };
  const opened = await openPlane(machine, { home, mostWorkers: 2 });
  if (opened.kind === 'refused') throw new Error(opened.sentence);
  const plane = opened.value;
  try {
    return await work({ github, app, shop, plane });
  } finally {
    await plane.launcher.stopAll('The measurement is over.');
    plane.close();
    await github.close();
    await rm(root, { recursive: true, force: true });
  }
}

/** What a measurement need not hear. */
export const silent: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
