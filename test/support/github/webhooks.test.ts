import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createAppAuth } from '@octokit/auth-app';
import { request } from '@octokit/request';
import { Webhooks } from '@octokit/webhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { askWith, ownGitHub } from '../own-github.ts';
import { changeInstalled, setSuspended } from './installations.ts';

const secret = 'a secret that is long enough';

const anyPayload = z.looseObject({ action: z.string().optional() });
const pushed = z.object({ head_commit: z.object({ message: z.string() }) });

interface Heard {
  readonly name: string;
  readonly guid: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly raw: string;
  readonly payload: z.infer<typeof anyPayload>;
}

async function setUp() {
  const heard: Heard[] = [];
  const answers: number[] = [];
  const hear = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const raw = await text(incoming);
    const { headers } = incoming;
    const [name, guid] = [String(headers['x-github-event']), String(headers['x-github-delivery'])];
    heard.push({ name, guid, headers, raw, payload: anyPayload.parse(JSON.parse(raw)) });
    outgoing.writeHead(answers.shift() ?? 202).end();
  };
  const server = createServer((incoming, outgoing) => void hear(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
  const address = z.object({ port: z.number() }).parse(server.address());
  const url = `http://127.0.0.1:${address.port}/webhook`;
  const own = await ownGitHub({ webhook: { url, secret } });
  const { github } = own;
  const words = () => heard.map(({ name, payload: { action = '' } }) => `${name} ${action}`.trim());
  const settle = () => github.world.idle();
  await settle();
  heard.splice(0);
  return { ...own, answers, heard, settle, words };
}

async function asApp({ app, github, privateKey }: Awaited<ReturnType<typeof setUp>>) {
  const auth = createAppAuth({
    appId: app.id,
    privateKey,
    request: request.defaults({ baseUrl: github.url }),
  });
  return askWith(github, (await auth({ type: 'app' })).token);
}

describe('webhooks', () => {
  it('tell the story of a pull request', async () => {
    const { settle, shop, words } = await setUp();
    const sha = shop.commit('fix', { 'a.txt': 'a\n' });
    shop.openPull({ head: 'fix', title: 'Fix', author: 'mona' });
    const run = shop.startCheck({ sha, name: 'test' });
    shop.completeCheck(run, { conclusion: 'FAILURE' });
    shop.status({ sha, context: 'legacy', state: 'SUCCESS' });
    shop.label(1, 'ratchet');
    shop.comment(1, 'mona', '/ratchet on');
    const threads = [{ path: 'a.txt', line: 1, body: 'why' }];
    const review = shop.review(1, {
      login: 'rea',
      state: 'CHANGES_REQUESTED',
      body: 'no',
      threads,
    });
    const [thread] = review.pull.threads;
    if (thread) shop.resolveThread(thread, 'rea');
    shop.commit('fix', { 'a.txt': 'b\n' });
    await shop.mergePull(1);
    await settle();
    expect(words()).toEqual([
      'push',
      'pull_request opened',
      'check_run created',
      'check_run completed',
      'workflow_run completed',
      'check_suite completed',
      'status',
      'pull_request labeled',
      'issue_comment created',
      'pull_request_review submitted',
      'pull_request_review_comment created',
      'pull_request_review_thread resolved',
      'push',
      'pull_request synchronize',
      'push',
      'pull_request closed',
    ]);
  });

  it('carry a signature that the real receiver of GitHub accepts, and all headers', async () => {
    const { app, heard, settle, shop } = await setUp();
    shop.commit('main', { 'ä.txt': 'ü\n' }, { message: 'Grüße 🎉' });
    await settle();
    const [delivery] = heard;
    if (!delivery) throw new Error('The push was told');
    const receiver = new Webhooks({ secret });
    const signature = String(delivery.headers['x-hub-signature-256']);
    expect(await receiver.verify(delivery.raw, signature)).toBe(true);
    expect(await receiver.verify(`${delivery.raw} `, signature)).toBe(false);
    expect(delivery.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-github-hook-id': String(app.id),
      'x-github-hook-installation-target-id': String(app.id),
      'x-github-hook-installation-target-type': 'integration',
    });
  });

  it('name the repository, the installation, the sender and the pull requests', async () => {
    const { heard, installation, settle, shop } = await setUp();
    const sha = shop.commit('fix', { 'a.txt': 'a\n' });
    const pull = shop.openPull({ head: 'fix', title: 'Fix', author: 'mona' });
    shop.startCheck({ sha, name: 'test' });
    shop.status({ sha, context: 'legacy', state: 'SUCCESS' });
    await settle();
    for (const { payload } of heard) {
      expect(payload).toMatchObject({
        repository: { id: shop.repository.id, full_name: 'octo/shop' },
        installation: { id: installation.id },
        sender: { login: expect.any(String) },
      });
    }
    const [, opened, check, status] = heard;
    expect(opened?.payload).toMatchObject({
      number: 1,
      pull_request: {
        id: pull.id,
        node_id: pull.nodeId,
        head: { sha, ref: 'fix', repo: { id: shop.repository.id } },
        base: { ref: 'main' },
        state: 'open',
        merged: false,
        draft: false,
        mergeable: null,
      },
    });
    expect(check?.payload).toMatchObject({
      check_run: { head_sha: sha, pull_requests: [{ number: 1 }] },
    });
    expect(status?.payload).toMatchObject({ sha, branches: [{ name: 'fix' }], state: 'success' });
    expect(status?.payload).not.toHaveProperty('pull_request');
  });

  it('do not name the pull request of a fork beside its checks', async () => {
    const { heard, settle, shop } = await setUp();
    const fork = shop.fork('mona');
    const sha = fork.commit('fix', { 'a.txt': 'a\n' });
    const plan = { head: 'fix', title: 'Fix', author: 'mona', fromFork: 'mona' };
    shop.openPull(plan);
    shop.startCheck({ sha, name: 'test' });
    await settle();
    expect(heard.map(({ name }) => name)).toEqual(['pull_request', 'check_run']);
    expect(heard[0]?.payload).toMatchObject({
      pull_request: { head: { sha, repo: { full_name: 'mona/shop', fork: true } } },
    });
    expect(heard[1]?.payload).toMatchObject({
      check_run: { pull_requests: [], check_suite: { head_branch: null, pull_requests: [] } },
    });
  });

  it('are told where the App is installed and has asked for them', async () => {
    const { github, installation, settle, shop, words } = await setUp();
    github.repository('mona/own').commit('main', { 'a.txt': 'a\n' });
    const foreign = github.world.app({ slug: 'other' });
    const sender = github.world.account('octo');
    const run = shop.startCheck({ sha: shop.head(), name: 'x', app: foreign.slug });
    const { repository } = shop;
    github.world.emit({ type: 'check_run', action: 'rerequested', repository, sender, run });
    changeInstalled(github.world, installation, {
      action: 'removed',
      repositories: [repository],
      sender,
    });
    shop.commit('main', { 'a.txt': 'a\n' });
    changeInstalled(github.world, installation, {
      action: 'added',
      repositories: [repository],
      sender,
    });
    setSuspended(github.world, installation, { suspended: true, sender });
    shop.commit('main', { 'a.txt': 'b\n' });
    await settle();
    expect(words()).toEqual([
      'check_run created',
      'installation_repositories removed',
      'installation_repositories added',
      'installation suspend',
    ]);
  });
});

describe('deliveries', () => {
  it('list what did not arrive, by ids beyond what a number holds, and send it again', async () => {
    const given = await setUp();
    const { answers, github, heard, settle, shop } = given;
    answers.push(500);
    for (const path of ['a', 'b', 'c']) shop.commit('main', { [path]: path });
    await settle();
    const ask = await asApp(given);
    const listed = await ask('GET /app/hook/deliveries?per_page=2');
    expect(listed.body).toMatchObject([
      { status: 'OK', status_code: 202, event: 'push', repository_id: shop.repository.id },
      { status: 'OK' },
    ]);
    // Read as text, because JSON.parse rounds them.
    const ids = [...listed.text.matchAll(/"id":(\d{16,})/g)].map(([, id = '']) => id);
    expect(ids).toHaveLength(2);
    expect(ids.every((id) => github.world.deliveries.has(BigInt(id)))).toBe(true);
    expect(ids.some((id) => String(Number(id)) !== id)).toBe(true);
    const next = /<([^>]+)>; rel="next"/.exec(listed.headers.get('link') ?? '')?.[1] ?? '';
    const older = await ask(`GET ${next.slice(github.url.length)}`);
    expect(older.body).toMatchObject([{ status: 'Invalid HTTP Response: 500', status_code: 500 }]);
    expect(older.headers.get('link')).toBeNull();
    expect((await ask('GET /app/hook/deliveries?status=failure')).body).toHaveLength(1);
    const [failed = ''] = [...older.text.matchAll(/"id":(\d{16,})/g)].map(([, id = '']) => id);
    const again = await ask(`POST /app/hook/deliveries/${failed}/attempts`);
    expect(again).toMatchObject({ status: 202 });
    await settle();
    expect(heard).toHaveLength(4);
    expect(heard[3]).toMatchObject({ guid: heard[0]?.guid, raw: heard[0]?.raw });
    expect((await ask('GET /app/hook/deliveries?per_page=1')).body).toMatchObject([
      { redelivery: true, guid: heard[0]?.guid, status: 'OK' },
    ]);
    const wrong = await ask(`POST /app/hook/deliveries/${Number(failed)}/attempts`);
    expect(wrong).toMatchObject({ status: 404 });
  });

  it('give up on who is slow or not there', async () => {
    const { app, github, settle, shop } = await setUp();
    github.limits.webhookTimeoutMs = 50;
    const slow = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    onTestFinished(() => slow.close().closeAllConnections());
    const { port } = z.object({ port: z.number() }).parse(slow.address());
    app.webhook = { url: `http://127.0.0.1:${port}`, secret };
    shop.commit('main', { 'a.txt': 'a\n' });
    await settle();
    app.webhook = { url: 'http://127.0.0.1:1', secret };
    shop.commit('main', { 'a.txt': 'b\n' });
    await settle();
    const last = [...github.world.deliveries.values()].slice(-2);
    expect(last).toMatchObject([
      { status: 'timed out', statusCode: 504 },
      { status: 'failed to connect to host', statusCode: 502 },
    ]);
  });

  it('are lost, doubled, shuffled and late on demand', async () => {
    const { github, heard, settle, shop } = await setUp();
    const { faults } = github;
    const push = async (...paths: readonly string[]) => {
      heard.splice(0);
      for (const path of paths) shop.commit('main', { [path]: path }, { message: path });
      await settle();
      return heard.map(({ payload }) => pushed.parse(payload).head_commit.message);
    };
    faults.webhooks.drop = (event) => event === 'push';
    expect(await push('a')).toEqual([]);
    expect([...github.world.deliveries.values()].at(-1)).toMatchObject({ statusCode: 504 });
    faults.webhooks.drop = false;
    faults.webhooks.double = true;
    expect(await push('b')).toEqual(['b', 'b']);
    expect(heard[0]?.guid).toBe(heard[1]?.guid);
    faults.webhooks.double = false;
    faults.webhooks.shuffle = 3;
    expect(await push('c', 'd', 'e')).toEqual(['e', 'd', 'c']);
    expect(await push('f')).toEqual([]);
    github.webhooks.flush();
    await settle();
    expect(heard).toHaveLength(1);
    Object.assign(faults.webhooks, { shuffle: 0, delayMs: 30 });
    expect(await push('g', 'h')).toEqual(['g', 'h']);
  });
});
