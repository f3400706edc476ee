import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import type { Environment } from '#config/env.ts';
import { openLocalGitHub } from '#local/up/github.ts';
import { silentMetrics } from '../../github/ground.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { ownGitHub } from '../../support/own-github.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const open = (env: Environment) =>
  openLocalGitHub(
    { clock: systemClock, log: recordingLog(), metrics: silentMetrics, hash: systemHash },
    env,
  );

async function opened(env: Environment) {
  const github = await open(env);
  if (github.kind === 'refused') throw new Error(github.sentence);
  return github.value;
}

const key = '-----BEGIN RSA PRIVATE KEY-----\nnot read here\n-----END RSA PRIVATE KEY-----\n';

describe('what the environment lacks', () => {
  it.for<readonly [Environment, string]>([
    [{}, 'Set RATCHETR_GITHUB_TOKEN, or RATCHETR_GITHUB_APP_ID and RATCHETR_GITHUB_PRIVATE_KEY'],
    [
      { RATCHETR_GITHUB_APP_ID: '9' },
      'An App needs both its id and its key: RATCHETR_GITHUB_PRIVATE_KEY is not set',
    ],
    [
      { RATCHETR_GITHUB_PRIVATE_KEY: key },
      'An App needs both its id and its key: RATCHETR_GITHUB_APP_ID is not set',
    ],
    [
      { RATCHETR_GITHUB_APP_ID: '9', RATCHETR_GITHUB_TOKEN: 'token' },
      'An App needs both its id and its key: RATCHETR_GITHUB_PRIVATE_KEY is not set',
    ],
    [
      { RATCHETR_GITHUB_APP_ID: '9', RATCHETR_GITHUB_PRIVATE_KEY: 'no-such-file.pem' },
      'RATCHETR_GITHUB_PRIVATE_KEY is neither a key nor a file that can be read',
    ],
    [
      { RATCHETR_GITHUB_APP_ID: '9', RATCHETR_GITHUB_PRIVATE_KEY: 'package.json' },
      'RATCHETR_GITHUB_PRIVATE_KEY is neither a key nor a file that can be read',
    ],
    [
      { RATCHETR_GITHUB_TOKEN: 'token', RATCHETR_GITHUB_API_URL: 'github' },
      'RATCHETR_GITHUB_API_URL is no address: github',
    ],
  ])('is said, and what to do: %j', async ([env, message]) => {
    expect(await open(env)).toMatchObject({ kind: 'refused', sentence: message });
  });
});

describe('what is opened', () => {
  it('is an App with the key itself or with the file that it came in', async () => {
    const { app, privateKey, github } = await ownGitHub();
    const file = join(await tempFolder(), 'key.pem');
    writeFileSync(file, privateKey);
    for (const RATCHETR_GITHUB_PRIVATE_KEY of [privateKey, file]) {
      const { forge, appId } = await opened({
        RATCHETR_GITHUB_APP_ID: String(app.id),
        RATCHETR_GITHUB_PRIVATE_KEY,
        RATCHETR_GITHUB_API_URL: github.url,
      });
      expect(appId).toBe(String(app.id));
      expect(await forge.findRepository('octo', 'shop')).toMatchObject({
        owner: 'octo',
        name: 'shop',
      });
    }
  });

  it('is a plain token otherwise', async () => {
    const { github } = await ownGitHub();
    const { forge, appId } = await opened({
      RATCHETR_GITHUB_TOKEN: github.world.userToken('octo').token,
      RATCHETR_GITHUB_API_URL: github.url,
    });
    expect(appId).toBeUndefined();
    expect(await forge.findRepository('octo', 'shop')).toBeDefined();
    expect(await forge.findRepository('octo', 'nothing')).toBeUndefined();
  });
});
