import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import {
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { appEvents, appPermissions } from '#ratchet/rules/ingest/app-manifest.ts';
import { stackMethods } from '#ratchet/rules/operators/operator-methods.ts';
import type { App } from '../../support/github/identity.ts';
import { motoStartMs, sharedMoto, withClusters } from '../../support/moto.ts';
import { testS3Client } from '../../support/s3.ts';
import { browse, makeSetup, type OwnSetup, runStackCli } from './own-setup.ts';

const moto = sharedMoto(withClusters);
let own: OwnSetup;
let endpoint: string;

beforeAll(async () => {
  ({ endpoint } = await moto());
  own = await makeSetup(endpoint);
}, motoStartMs);
afterAll(() => own?.close());

/** What the doctor says of all but workers, which take longer than everything else. */
async function examine() {
  const { code, stdout, stderr } = await runStackCli(['doctor', '--no-worker', '--json']);
  expect(stderr).toBe('');
  const seen = stackMethods.health.response.parse(JSON.parse(stdout));
  return { code, seen, wrong: seen.filter(({ ok }) => !ok) };
}

function appOf({ github }: OwnSetup): App {
  const app = [...github.world.apps.values()].find(({ webhook }) => webhook);
  if (app === undefined) throw new Error('There is no App');
  return app;
}

/** Changes what an App is, until the test ends. */
function changeApp(
  different: Partial<Pick<App, 'events' | 'permissions' | 'publicKey' | 'webhook'>>,
) {
  const app = appOf(own);
  const { events, permissions, publicKey, webhook } = app;
  Object.assign(app, different);
  onTestFinished(() => void Object.assign(app, { events, permissions, publicKey, webhook }));
}

describe('a stack without an App', () => {
  it('is told to be given one', async () => {
    const { code, wrong } = await examine();
    expect(code).toBe(3);
    expect(wrong).toEqual([
      expect.objectContaining({ name: 'tick', told: 'No tick was ever complete.' }),
      expect.objectContaining({ name: 'secret github', told: 'It has no value.' }),
      {
        name: 'App',
        ok: false,
        told: 'The stack has none.',
        todo: 'Run `ratchetr setup` for this stack.',
      },
    ]);
    await own.stack.ticks.record(Date.now());
  });
});

describe('a stack with an App', () => {
  beforeAll(async () => {
    let visiting: Promise<unknown> | undefined;
    await runStackCli(['setup', '--org', 'acme'], (text) => {
      const [page] = /http:\S+\/(?= in a browser)/.exec(text) ?? [];
      if (page !== undefined) visiting = browse(page);
    });
    await visiting;
    own.github.repository('acme/shop').commit('main', { 'README.md': '# Shop\n' });
  });

  it('is told to be installed', async () => {
    expect((await examine()).wrong).toEqual([
      {
        name: 'GitHub budget',
        ok: false,
        told: 'The App is installed nowhere.',
        todo: 'Install it from its page at GitHub.',
      },
    ]);
    own.github.world.install(appOf(own), { account: 'acme' });
  });

  it('is well, and the page on deploying tells of everything that was looked at', async () => {
    const { code, seen, wrong } = await examine();
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    const page = readFileSync('docs/deploying.md', 'utf8');
    const told = [...page.matchAll(/^\| `(\w[\w .]*)` /gm)].map(([, name = '']) => name);
    const isTold = (name: string): boolean =>
      told.some(
        (one) => one === name || (one.endsWith(' ...') && name.startsWith(one.slice(0, -3))),
      );
    expect(seen.map(({ name }) => name).filter((name) => !isTold(name))).toEqual([]);
  });

  it.each([
    ['a message is dead', buryOne, 'queue dispatch', /1 dead\.$/, /redrive or purge/],
    ['the bucket is gone', loseBucket, 'artifacts', /bucket does not exist/i, /npx cdk deploy/],
    [
      'its secret is no JSON',
      () => writeSecret('nothing of ours'),
      'App',
      /is not a JSON object of texts/,
      /^Run `ratchetr setup` for this stack if/,
    ],
    [
      'its secret is not for this person',
      refuseSecrets,
      'App',
      /do not allow this/,
      /make sure that you may read the secret/,
    ],
    ['its key was revoked', revokeKey, 'App', /does not accept our credentials/, /new private key/],
    ['its key is cut off', cutKey, 'App', /private key .* cannot be read/, /new private key/],
    ['it was deleted', deleteApp, 'App', /404 Integration not found/, /which makes a new one/],
    ['GitHub is down', bringDown, 'App', /socket|ECONN|closed/i, /GitHub can be reached/],
    [
      'it may not push',
      async () => changeApp({ permissions: { ...appPermissions, contents: 'read' } }),
      'App rights',
      /^The App lacks the permission contents: write\.$/,
      /Permissions & events/,
    ],
    [
      'it is not told of checks',
      async () => changeApp({ events: appEvents.filter((event) => event !== 'check_run') }),
      'App rights',
      /^The App lacks the event check_run; The installation of acme lacks the event check_run\.$/,
      /accepted wherever/,
    ],
    [
      'GitHub signs otherwise',
      signOtherwise,
      'webhook deliveries',
      /^\d+ webhooks? of the last hour did not arrive; GitHub was answered 401\.$/,
      /`ratchetr setup`/,
    ],
    ['much was asked', askMuch, 'GitHub budget', /^acme: \d of \d+ requests left\.$/, /next hour/],
  ])('is told what to do where %s', async (_, spoil, name, told, todo) => {
    await spoil();
    const { code, wrong } = await examine();
    expect(code).toBe(3);
    expect(wrong).toContainEqual({
      name,
      ok: false,
      told: expect.stringMatching(told),
      todo: expect.stringMatching(todo),
    });
    expect(wrong.map((one) => one.name)).toEqual([name]);
  });

  it('is well again once all of that is mended', async () => {
    expect((await examine()).wrong).toEqual([]);
  });
});

async function buryOne(): Promise<void> {
  const { queues, sqs } = own.stack;
  const QueueUrl = `${queues.dispatch}-dead`;
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
  onTestFinished(async () => void (await sqs.send(new PurgeQueueCommand({ QueueUrl }))));
}

async function loseBucket(): Promise<void> {
  const client = testS3Client(endpoint);
  const { bucket: Bucket } = own.stack;
  const { Contents: objects = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  for (const { Key } of objects) await client.send(new DeleteObjectCommand({ Bucket, Key }));
  await client.send(new DeleteBucketCommand({ Bucket }));
  onTestFinished(async () => void (await client.send(new CreateBucketCommand({ Bucket }))));
}

/** Puts another text in the place of what setup wrote, until the test ends. */
async function writeSecret(text: string): Promise<void> {
  const members = await own.members();
  const write = async (SecretString: string): Promise<void> => {
    const SecretId = own.stack.secretIds.github;
    const { Versions: before = [] } = await own.stack.secrets.send(
      new ListSecretVersionIdsCommand({ SecretId }),
    );
    const current = before.find(({ VersionStages: stages }) => stages?.includes('AWSCURRENT'));
    const { VersionId: MoveToVersionId } = await own.stack.secrets.send(
      new PutSecretValueCommand({ SecretId, SecretString, VersionStages: ['OTHER'] }),
    );
    const move = { VersionStage: 'AWSCURRENT', MoveToVersionId };
    await own.stack.secrets.send(
      new UpdateSecretVersionStageCommand({
        ...move,
        SecretId,
        RemoveFromVersionId: current?.VersionId,
      }),
    );
  };
  await write(text);
  onTestFinished(() => write(JSON.stringify(members)));
}

async function cutKey(): Promise<void> {
  const members = await own.members();
  const key = members['github-app-private-key']?.slice(0, 100);
  await writeSecret(JSON.stringify({ ...members, 'github-app-private-key': key }));
}

async function refuseSecrets(): Promise<void> {
  const refusal = JSON.stringify({ __type: 'AccessDeniedException', message: 'Not you' });
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' }).end(refusal);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${port}`);
  onTestFinished(async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', undefined);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
}

async function revokeKey(): Promise<void> {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  changeApp({ publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() });
}

/** An App that cannot sign in is to GitHub as if it were not there. */
async function deleteApp(): Promise<void> {
  changeApp({ publicKey: undefined });
}

async function bringDown(): Promise<void> {
  own.github.faults.down = 'refused';
  onTestFinished(() => {
    own.github.faults.down = undefined;
  });
}

async function signOtherwise(): Promise<void> {
  const { url = '' } = appOf(own).webhook ?? {};
  changeApp({ webhook: { url, secret: 'another one' } });
  const { github } = own;
  github.repository('acme/shop').commit('main', { 'more.txt': 'more\n' });
  await github.world.idle();
  onTestFinished(() => github.world.deliveries.clear());
}

async function askMuch(): Promise<void> {
  const { github } = own;
  const [installation] = github.world.installations.values();
  if (installation === undefined) throw new Error('The App is installed nowhere');
  const { token } = github.world.installationToken(installation);
  const before = github.limits.restPerHour;
  const headers = { authorization: `Bearer ${token}` };
  let used = 0;
  while (used < 50) {
    const answer = await fetch(`${github.url}/repos/acme/shop`, { headers });
    await answer.text();
    used = Number(answer.headers.get('x-ratelimit-used'));
  }
  github.limits.restPerHour = used + 3;
  onTestFinished(() => {
    github.limits.restPerHour = before;
  });
}
