import { createSign, generateKeyPairSync } from 'node:crypto';
import { createAppAuth } from '@octokit/auth-app';
import { request } from '@octokit/request';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createManualClock } from '../../manual-clock.ts';
import { askWith, ownGitHub } from '../../own-github.ts';

const minted = z.object({ token: z.string(), expires_at: z.string() });

async function setUp() {
  const clock = createManualClock(Date.now());
  const own = await ownGitHub({ clock });
  const { app, github, privateKey } = own;
  const auth = createAppAuth({
    appId: app.id,
    privateKey,
    request: request.defaults({ baseUrl: github.url }),
  });
  const { token: jwt } = await auth({ type: 'app' });
  return { ...own, auth, clock, asApp: askWith(github, jwt) };
}

function jwtOf(claims: object, privateKey: string): string {
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

describe('signing in as an App', () => {
  it('gives the real client of GitHub a token, narrowed to what it asks for', async () => {
    const { auth, github, installation, shop } = await setUp();
    const { token, permissions } = await auth({
      type: 'installation',
      installationId: installation.id,
      repositoryIds: [shop.repository.id],
      permissions: { contents: 'read' },
    });
    expect(permissions).toEqual({ contents: 'read', metadata: 'read' });
    const ask = askWith(github, token);
    expect(await ask('GET /repos/octo/shop')).toMatchObject({ status: 200 });
    expect(await ask('GET /repos/octo/shop/pulls')).toMatchObject({
      status: 403,
      body: { message: 'Resource not accessible by integration' },
    });
    expect(await ask(`GET /repositories/${shop.repository.id}`)).toMatchObject({
      body: { full_name: 'octo/shop' },
    });
  });

  it('keeps a narrowed token out of other repositories', async () => {
    const { asApp, github, installation, shop } = await setUp();
    github.repository('octo/other', { private: true });
    github.repository('octo/open');
    const path = `POST /app/installations/${installation.id}/access_tokens`;
    const answer = await asApp(path, { repository_ids: [shop.repository.id] });
    const ask = askWith(github, minted.parse(answer.body).token);
    expect(await ask('GET /repos/octo/other')).toMatchObject({ status: 404 });
    expect(await ask('GET /repos/octo/open')).toMatchObject({ status: 200 });
    const refused = await ask('POST /repos/octo/open/git/blobs', { content: '' });
    expect(refused).toMatchObject({ status: 403 });
    expect(await ask('GET /installation/repositories')).toMatchObject({
      body: { total_count: 1, repositories: [{ full_name: 'octo/shop' }] },
    });
  });

  it('mints no token for more than the installation has', async () => {
    const { asApp, github, installation } = await setUp();
    const elsewhere = github.repository('mona/own', { private: true }).repository.id;
    const path = `POST /app/installations/${installation.id}/access_tokens`;
    for (const body of [
      { permissions: { workflows: 'write' } },
      { permissions: { statuses: 'write' } },
      { repository_ids: [elsewhere] },
      { repository_ids: 'all' },
    ]) {
      expect(await asApp(path, body)).toMatchObject({ status: 422 });
    }
    expect(await asApp('POST /app/installations/1/access_tokens')).toMatchObject({ status: 404 });
  });

  it('ends a token after an hour, when it is revoked and when the App is suspended', async () => {
    const { asApp, clock, github, installation } = await setUp();
    const { world } = github;
    const path = `POST /app/installations/${installation.id}/access_tokens`;
    const first = minted.parse((await asApp(path)).body);
    expect(Date.parse(first.expires_at) - clock.now()).toBeGreaterThan(3_590_000);
    const status = async (token: string) =>
      (await askWith(github, token)('GET /repos/octo/shop')).status;
    expect(await status(first.token)).toBe(200);
    const ask = askWith(github, first.token);
    expect(await ask('DELETE /installation/token')).toMatchObject({ status: 204 });
    expect(await status(first.token)).toBe(401);
    const second = world.installationToken(installation).token;
    clock.advance(3_600_000);
    expect(await status(second)).toBe(401);
    const third = world.installationToken(installation).token;
    installation.suspended = true;
    expect(await status(third)).toBe(401);
  });

  it('believes only a JWT that the App signed, in its time', async () => {
    const { app, clock, github, privateKey } = await setUp();
    const now = Math.floor(clock.now() / 1000);
    const good = { iss: app.id, iat: now - 30, exp: now + 540 };
    const status = async (jwt: string) => (await askWith(github, jwt)('GET /app')).status;
    expect(await status(jwtOf(good, privateKey))).toBe(200);
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pem = other.export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(await status(jwtOf(good, pem))).toBe(401);
    expect(await status(jwtOf({ ...good, exp: now - 1 }, privateKey))).toBe(401);
    expect(await status(jwtOf({ ...good, exp: now + 3600 }, privateKey))).toBe(401);
    expect(await status(jwtOf({ ...good, iat: now + 300 }, privateKey))).toBe(401);
    expect(await status(jwtOf({ ...good, iss: 1 }, privateKey))).toBe(404);
    expect(await status('eyJ.eyJ.x')).toBe(401);
  });

  it('tells the App of itself and of where it is installed', async () => {
    const { asApp, app, github, installation } = await setUp();
    expect(await asApp('GET /app')).toMatchObject({
      body: { id: app.id, slug: 'ratchetr', installations_count: 1 },
    });
    const shown = { id: installation.id, account: { login: 'octo' }, app_slug: 'ratchetr' };
    expect(await asApp('GET /app/installations')).toMatchObject({ body: [shown] });
    expect(await asApp(`GET /app/installations/${installation.id}`)).toMatchObject({ body: shown });
    expect(await asApp('GET /repos/octo/shop/installation')).toMatchObject({ body: shown });
    github.repository('mona/own');
    expect(await asApp('GET /repos/mona/own/installation')).toMatchObject({ status: 404 });
    const token = github.world.installationToken(installation).token;
    expect(await askWith(github, token)('GET /app')).toMatchObject({ status: 401 });
  });
});

describe('signing in as a person', () => {
  it('does what the role, the scopes and the kind of token allow', async () => {
    const { github, shop } = await setUp();
    shop.repository.collaborators.set('mona', 'write').set('rea', 'read');
    const { world } = github;
    const asked = async (token: { readonly token: string }, what: string, body?: object) =>
      (await askWith(github, token.token)(what, body)).status;
    const blob = 'POST /repos/octo/shop/git/blobs';
    expect(await asked(world.userToken('mona'), blob, { content: '' })).toBe(201);
    expect(await asked(world.userToken('rea'), blob, { content: '' })).toBe(403);
    expect(
      (await askWith(github, world.userToken('rea').token)('GET /repos/octo/shop')).body,
    ).toMatchObject({ permissions: { pull: true, push: false } });
    expect(await asked(world.userToken('nobody'), 'GET /repos/octo/shop')).toBe(404);
    const fine = world.userToken('mona', { permissions: { contents: 'read' } });
    expect(await asked(fine, blob, { content: '' })).toBe(403);
    expect(await asked(fine, `GET /repos/octo/shop/commits/${shop.head()}/check-runs`)).toBe(403);
    const run = { name: 'x', head_sha: shop.head() };
    expect(await asked(world.userToken('mona'), 'POST /repos/octo/shop/check-runs', run)).toBe(403);
  });

  it('says who it is and what its classic scopes are', async () => {
    const { github, installation } = await setUp();
    const ask = askWith(github, github.world.userToken('mona', { scopes: ['repo'] }).token);
    const answer = await ask('GET /user');
    expect(answer).toMatchObject({ status: 200, body: { login: 'mona', type: 'User' } });
    expect(answer.headers.get('x-oauth-scopes')).toBe('repo');
    const asApp = askWith(github, github.world.installationToken(installation).token);
    expect(await asApp('GET /user')).toMatchObject({ status: 403 });
    expect(await asApp('GET /users/ratchetr[bot]')).toMatchObject({ body: { type: 'Bot' } });
    expect(await askWith(github, undefined)('GET /user')).toMatchObject({ status: 401 });
    expect(await askWith(github, 'ghp_wrong')('GET /user')).toMatchObject({
      status: 401,
      body: { message: 'Bad credentials' },
    });
  });

  it('tells live what somebody may do', async () => {
    const { github, shop } = await setUp();
    const open = github.repository('octo/open');
    for (const login of ['mona', 'rea', 'stranger']) github.world.account(login);
    shop.repository.collaborators.set('mona', 'maintain').set('rea', 'triage');
    const ask = askWith(github, github.world.userToken('octo').token);
    const of = async (repository: string, login: string) =>
      (await ask(`GET /repos/octo/${repository}/collaborators/${login}/permission`)).body;
    expect(await of('shop', 'octo')).toMatchObject({ permission: 'admin' });
    expect(await of('shop', 'mona')).toMatchObject({ permission: 'write', role_name: 'maintain' });
    expect(await of('shop', 'rea')).toMatchObject({ permission: 'read', role_name: 'triage' });
    expect(await of('shop', 'stranger')).toMatchObject({ permission: 'none' });
    expect(await of('open', 'stranger')).toMatchObject({ permission: 'read' });
    expect(await of('open', 'who')).toMatchObject({ message: 'Not Found' });
    expect(open.repository.private).toBe(false);
  });
});
