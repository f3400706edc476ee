import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appEvents, appPermissions } from '#ratchet/rules/ingest/app-manifest.ts';
import { createSecretWriter } from '#aws/secrets/writer.ts';
import { motoStartMs, sharedMoto, withClusters } from '../../support/moto.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { browse, makeSetup, type OwnSetup, runStackCli } from './own-setup.ts';

const moto = sharedMoto(withClusters);
let own: OwnSetup;

beforeAll(async () => {
  own = await makeSetup((await moto()).endpoint);
}, motoStartMs);
afterAll(() => own?.close());

/** Runs `ratchetr setup` with somebody at a browser. */
async function setUp(argv: readonly string[], visit: (page: string) => Promise<unknown>) {
  let visiting: Promise<unknown> | undefined;
  const said = await runStackCli(['setup', ...argv], (text) => {
    const [page] = /http:\/\/127\.0\.0\.1:\d+\/(?= in a browser)/.exec(text) ?? [];
    if (page !== undefined) visiting = visit(page);
  });
  await visiting;
  return said;
}

describe('ratchetr setup', () => {
  it('makes the App that is needed, stores what it is, and proves that its webhooks come', async () => {
    let seen: unknown;
    const said = await setUp(['--org', 'acme'], async (page) => {
      const forged = await fetch(new URL('/done?code=stolen&state=guessed', page));
      expect(forged.status).toBe(400);
      seen = (await browse(page)).manifest;
    });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(seen).toMatchObject({
      name: 'ratchetr-test-acme',
      public: false,
      hook_attributes: { url: own.webhookUrl, active: true },
      default_permissions: appPermissions,
      default_events: [...appEvents],
    });
    const app = own.github.world.apps.get('ratchetr-test-acme');
    expect(app).toMatchObject({ owner: { login: 'acme' } });
    const members = await own.members();
    expect(members).toMatchObject({
      'github-app-id': String(app?.id),
      'github-app-login': 'ratchetr-test-acme[bot]',
      'github-webhook-secret': app?.webhook?.secret,
    });
    expect(said.stdout).toContain(`A signed ping to ${own.webhookUrl} was answered: 200 ignored:`);
    expect(said.stdout).toMatch(/^Install the App .*\/apps\/ratchetr-test-acme$/m);
    for (const secret of ['github-webhook-secret', 'github-app-private-key']) {
      expect(said.stdout).not.toContain(members[secret]);
    }
  });

  it('finds what was done before, and mends what GitHub was told', async () => {
    const before = await own.members();
    const app = own.github.world.apps.get('ratchetr-test-acme');
    if (app === undefined) throw new Error('There is no App');
    app.webhook = { url: 'https://elsewhere.example.com/', secret: 'other' };
    const said = await setUp(['--org', 'acme'], async (page) => {
      throw new Error(`Nobody has to visit ${page}`);
    });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(await own.members()).toEqual(before);
    expect(app.webhook).toEqual({ url: own.webhookUrl, secret: before['github-webhook-secret'] });
  });

  it('takes an App that is there, by its number and its key', async () => {
    const folder = await tempFolder();
    const members = await own.members();
    const key = join(folder, 'key.pem');
    await writeFile(key, members['github-app-private-key'] ?? '');
    const id = members['github-app-id'] ?? '';
    const argv = ['setup', '--use-existing', '--app-id', id, '--private-key', key];
    expect(await runStackCli(argv)).toMatchObject({ code: 0, stderr: '' });
    expect(await own.members()).toEqual(members);
    expect(await runStackCli(['setup', '--use-existing'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^--use-existing takes --app-id and --private-key/),
    });
    const nowhere = [...argv.slice(0, -1), join(folder, 'none.pem')];
    expect(await runStackCli(nowhere)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/cannot be read as a key: name the private key/),
    });
  });

  it('says so where the stack works with another GitHub', async () => {
    const said = await runStackCli(['setup', '--ghes', 'https://ghe.example.com']);
    expect(said.code).toBe(2);
    expect(said.stderr).toContain('-c githubApiUrl=https://ghe.example.com/api/v3');
  });
});

describe('ratchetr setup, later', () => {
  const { routes } = { routes: () => own.github.faults.routes };
  const conversion = {
    matches: (request: string) => request.endsWith('/conversions'),
    does: 'break',
  } as const;

  it('asks for the key of a new App again where GitHub was not heard', async () => {
    const before = await own.members();
    await createSecretWriter(own.stack.secrets).change(own.stack.secretIds.github, nothing);
    routes().push({ ...conversion, times: 1 });
    own.coldStart();
    expect(await setUp(['--org', 'patient'], browse)).toMatchObject({ code: 0, stderr: '' });
    routes().length = 0;
    const app = own.github.world.apps.get('ratchetr-test-patient');
    expect(await own.members()).toMatchObject({ 'github-app-id': String(app?.id) });
    await createSecretWriter(own.stack.secrets).change(own.stack.secretIds.github, () => before);
  });

  it('says how to go on where the key of a new App is lost', async () => {
    const before = await own.members();
    await createSecretWriter(own.stack.secrets).change(own.stack.secretIds.github, nothing);
    routes().push({ ...conversion, when: 'after', times: 1 });
    const said = await setUp(['--org', 'unheard'], browse);
    routes().length = 0;
    expect(said.code).toBe(3);
    expect(said.stderr).toMatch(
      /^GitHub made the App, but its key did not come here \(.*404.*\): find it at http\S+\/organizations\/unheard\/settings\/apps, generate a private key there, and run this again with --use-existing/,
    );
    await createSecretWriter(own.stack.secrets).change(own.stack.secretIds.github, () => before);
  });

  it('makes another App where the one it knows was deleted', async () => {
    const before = await own.members();
    const old = own.github.world.apps.get('ratchetr-test-acme');
    if (old === undefined) throw new Error('There is no App');
    const { publicKey } = old;
    // An App that cannot sign in is to GitHub as if it were not there.
    Object.assign(old, { publicKey: undefined });
    own.coldStart();
    const said = await setUp(['--org', 'other'], browse);
    Object.assign(old, { publicKey });
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toContain('The App that the stack had was deleted at GitHub.');
    const app = own.github.world.apps.get('ratchetr-test-other');
    expect(await own.members()).toMatchObject({ 'github-app-id': String(app?.id) });
    await createSecretWriter(own.stack.secrets).change(own.stack.secretIds.github, () => before);
    own.coldStart();
  });
});

/** What setup wrote before is forgotten. */
function nothing() {
  return {
    'github-app-id': undefined,
    'github-app-private-key': undefined,
    'github-webhook-secret': undefined,
  };
}

describe('ratchetr doctor', () => {
  it('finds nothing wrong with a webhook that takes what is signed, once', async () => {
    const app = own.github.world.apps.get('ratchetr-test-acme');
    if (app === undefined) throw new Error('There is no App');
    own.github.repository('acme/shop');
    own.github.world.install(app, { account: 'acme' });
    await own.stack.ticks.record(Date.now());
    const said = await runStackCli(['doctor', '--no-worker']);
    expect(said.stdout).not.toContain('WRONG');
    expect(said).toMatchObject({ code: 0, stderr: '' });
    expect(said.stdout).toMatch(/^ok {5}App +It is ratchetr-test-acme \(\d+\)\.$/m);
    expect(said.stdout).toMatch(/^ok {5}webhook forgery +A forged ping was answered: 401 /m);
    expect(said.stdout).toMatch(/^ok {5}webhook repetition .*It was taken before\.$/m);
    expect(said.stdout).toMatch(/^ok {5}GitHub budget +acme: \d+ of \d+ requests left\.$/m);
  });

  it('says what is wrong and what to do, to programs as well', async () => {
    const app = own.github.world.apps.get('ratchetr-test-acme');
    if (app === undefined) throw new Error('There is no App');
    const { webhook } = app;
    app.webhook = { url: 'https://elsewhere.example.com/', secret: 'other' };
    const said = await runStackCli(['doctor', '--no-worker', '--json']);
    app.webhook = webhook;
    expect(said.code).toBe(3);
    expect(JSON.parse(said.stdout)).toContainEqual({
      name: 'webhook address',
      ok: false,
      told: 'GitHub sends to https://elsewhere.example.com/.',
      todo: `It must be ${own.webhookUrl}: run \`ratchetr setup\`.`,
    });
  });
});
