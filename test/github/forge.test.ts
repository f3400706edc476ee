import { describe, expect, it } from 'vitest';
import { createForgeReading } from '#github/forge.ts';
import type { FailedCheck } from '#model/observation.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import { handsOn } from '../support/github/hands.ts';
import type { CheckRun } from '../support/github/model.ts';
import { type Ground, githubGround, shaOf, silentMetrics } from './ground.ts';
import { openPull } from './looking.ts';

type Reading = ReturnType<typeof createForgeReading>;

async function setUp(permissions?: Ground['installation']['permissions']) {
  const ground = await githubGround(permissions);
  const repository = {
    host: new URL(ground.github.url).host,
    repositoryId: String(ground.hands.repository.id),
    owner: 'acme',
    name: 'shop',
  };
  return { ...ground, repository, forge: readingWith(ground, ground.client) };
}

function readingWith({ clock, log }: Ground, client: Ground['client']): Reading {
  return createForgeReading(client, { clock, log, metrics: silentMetrics });
}

describe('a repository', () => {
  it('is found by its name, under the name it has', async () => {
    const { forge, repository, tokenClient, ...ground } = await setUp();
    expect(await forge.findRepository('ACME', 'Shop')).toEqual(repository);
    expect(await forge.findRepository('acme', 'nothing')).toBeUndefined();
    const withToken = readingWith({ ...ground, tokenClient }, tokenClient('acme'));
    expect(await withToken.findRepository('acme', 'shop')).toEqual(repository);
    expect(await withToken.findRepository('acme', 'nothing')).toBeUndefined();
  });

  it('is listed where the App is installed; a plain token names none', async () => {
    const { forge, repository, tokenClient, ...ground } = await setUp();
    const { world } = ground.github;
    const other = handsOn(world, 'zoo/cage');
    world.install(ground.installation.app, { account: 'zoo', repositories: [other.repository] });
    handsOn(world, 'zoo/hidden');
    const listed = await forge.listRepositories();
    expect(listed.map(({ repository: { owner, name } }) => `${owner}/${name}`)).toEqual([
      'acme/shop',
      'zoo/cage',
    ]);
    expect(listed[0]).toEqual({
      installationId: String(ground.installation.id),
      repository,
    });
    expect(
      await readingWith({ ...ground, tokenClient }, tokenClient('acme')).listRepositories(),
    ).toEqual([]);
  });

  it('is listed also where another installation keeps us out', async () => {
    const { forge, ...ground } = await setUp();
    const { world, faults } = ground.github;
    const other = handsOn(world, 'zoo/cage');
    world.install(ground.installation.app, { account: 'zoo', repositories: [other.repository] });
    const names = async () => (await forge.listRepositories()).map((one) => one.repository.owner);
    const failing = (status: number, times: number, headers = {}) =>
      faults.routes.push({
        matches: (request) => request === 'GET /installation/repositories',
        does: { status, headers },
        times,
      });
    failing(403, 1);
    expect(await names()).toEqual(['zoo']);
    expect(ground.warnings).toMatchObject([{ installation: ground.installation.id }]);
    failing(429, 1, { 'retry-after': '60' });
    expect(await names()).toEqual(['zoo']);
    ground.clock.advance(60_000);
    expect(await names()).toEqual(['acme', 'zoo']);
    failing(401, 9);
    await expect(forge.listRepositories()).rejects.toThrow('does not accept our credentials');
  });

  it('lists all that is open, with the digests of short looks', async () => {
    const ground = await setUp();
    const { forge, repository, hands, github } = ground;
    const pulls = Array.from({ length: 53 }, (_none, index) => openPull(ground, `branch-${index}`));
    hands.closePull(2);
    await forge.listOpen(repository);
    const open = await forge.listOpen(repository);
    expect(open.map(({ pullRequest: { number } }) => number)).toEqual(
      pulls.map(({ number }) => number).filter((number) => number !== 2),
    );
    const [first] = open;
    expect(first).toMatchObject({
      pullRequest: { ...repository, number: 1, nodeId: pulls[0]?.nodeId },
      headSha: pulls[0]?.headSha,
      baseRef: 'main',
      baseSha: hands.head(),
    });
    github.counters.reset();
    const readings = await forge.look(repository, open.slice(0, 3));
    expect(readings.map(({ kind }) => kind)).toEqual(['same', 'same', 'same']);
  });

  it('can be fetched with a token of its own that may only read', async () => {
    const { forge, repository, github } = await setUp();
    const [one, other] = [await forge.checkoutOf(repository), await forge.checkoutOf(repository)];
    expect(one.url).toBe(`${github.url}/acme/shop.git`);
    expect(one.token).not.toBe(other.token);
    expect(github.world.tokens.get(one.token ?? '')).toMatchObject({
      permissions: { contents: 'read', metadata: 'read' },
      repositories: new Set([Number(repository.repositoryId)]),
    });
  });
});

describe('files of a commit', () => {
  it('are read once, and what is not there is nothing', async () => {
    const { forge, repository, hands, github } = await setUp();
    const commit = shaOf(hands.head());
    expect(await forge.readFile(repository, commit, 'README.md')).toBe('Shop\n');
    expect(await forge.readFile(repository, commit, 'ratchetr.yaml')).toBeUndefined();
    expect(await forge.readFile(repository, commit, 'src')).toBeUndefined();
    github.counters.reset();
    expect(await forge.readFile(repository, commit, 'README.md')).toBe('Shop\n');
    expect(github.counters.graphql).toBe(0);
  });

  it('tell whether a merge would bring other workflows', async () => {
    const { forge, repository, hands } = await setUp();
    const touches = (branch: string) =>
      forge.mergeTouchesWorkflows(repository, shaOf(hands.head(branch)), shaOf(hands.head()));
    const ci = '.github/workflows/ci.yml';
    hands.commit('main', { [ci]: 'on: push\n' });
    hands.commit('feature', { 'src/feature.py': 'new = 1\n' });
    hands.commit('main', { 'README.md': 'More\n' });
    expect(await touches('feature')).toBe(false);
    hands.commit('main', { [ci]: 'on: pull_request\n' });
    expect(await touches('feature')).toBe(true);
    hands.commit('feature', { [ci]: 'on: pull_request\n' });
    expect(await touches('feature')).toBe(false);
    hands.commit('feature', { [ci]: 'on: schedule\n' });
    hands.commit('own', { [ci]: 'on: schedule\n' });
    expect(await touches('own')).toBe(false);
  });
});

describe('a branch', () => {
  it('has the rules of rulesets, and they are read once for some minutes', async () => {
    const { forge, repository, hands, github, clock } = await setUp();
    expect(await forge.rulesOf(repository, 'main')).toEqual({
      requiredChecks: [],
      signaturesRequired: false,
    });
    hands.protect('main', {
      requiredChecks: [{ context: 'test', appId: 15_368 }, { context: 'lint' }],
      requiredSignatures: true,
    });
    github.counters.reset();
    expect((await forge.rulesOf(repository, 'main')).requiredChecks).toEqual([]);
    expect(github.counters.rest).toBe(0);
    clock.advance(300_000);
    expect(await forge.rulesOf(repository, 'main')).toEqual({
      requiredChecks: [{ name: 'lint' }, { name: 'test', appId: 15_368 }],
      signaturesRequired: true,
    });
  });

  it('has rules that nobody may tell when GitHub refuses', async () => {
    const { forge, repository, github } = await setUp();
    github.faults.routes.push({
      matches: (request) => /\/(rules|branches)\//.test(request),
      does: { status: 403 },
    });
    const rules = await forge.rulesOf(repository, 'main');
    expect(rules).toEqual({ requiredChecks: undefined, signaturesRequired: false });
  });
});

describe('a permission', () => {
  it('is asked live', async () => {
    const { forge, repository, hands, github } = await setUp();
    const { collaborators } = hands.repository;
    github.world.account('rita');
    expect(await forge.permissionOf(repository, 'acme')).toBe('admin');
    // Everybody may read what is public.
    expect(await forge.permissionOf(repository, 'rita')).toBe('read');
    collaborators.set('rita', 'write');
    expect(await forge.permissionOf(repository, 'rita')).toBe('write');
    collaborators.set('rita', 'triage');
    expect(await forge.permissionOf(repository, 'rita')).toBe('read');
    expect(await forge.permissionOf(repository, 'nobody-at-all')).toBe('none');
  });
});

describe('the log of a failed check', () => {
  it('is its telling end, without anything that is nobody’s business', async () => {
    const { forge, repository, hands } = await setUp();
    const run = hands.startCheck({ sha: hands.head(), name: 'test' });
    const lines = [
      '2026-01-01T00:00:00.1234567Z \u001B[31mFAILED\u001B[0m test_total',
      '2026-01-01T00:00:01.1234567Z token ghp_0123456789abcdefghij',
      '2026-01-01T00:00:02.1234567Z ##[error]Process completed with exit code 1.',
    ];
    hands.completeCheck(run, { conclusion: 'FAILURE', log: lines.join('\n') });
    expect(await forge.failureLog(repository, failedCheck(run))).toBe(
      'FAILED test_total\ntoken [masked]\n##[error]Process completed with exit code 1.',
    );
  });

  it('is loaded without our token', async () => {
    const ground = await setUp();
    const { repository, hands, client, clock, log } = ground;
    const run = hands.startCheck({ sha: hands.head(), name: 'test' });
    hands.completeCheck(run, { conclusion: 'FAILURE', log: 'FAILED' });
    const sent: (readonly [string, boolean])[] = [];
    const forge = createForgeReading(client, {
      clock,
      log,
      metrics: silentMetrics,
      fetch: async (url, init) => {
        sent.push([
          url instanceof Request ? url.url : url.toString(),
          new Headers(init?.headers).has('authorization'),
        ]);
        return fetch(url, init);
      },
    });
    expect(await forge.failureLog(repository, failedCheck(run))).toBe('FAILED');
    expect(sent).toEqual([[expect.stringContaining('/_downloads/'), false]]);
  });

  it('is what a check says of itself where there is no log', async () => {
    const { forge, repository, hands } = await setUp();
    const run = hands.startCheck({ sha: hands.head(), name: 'scan', app: 'scanner' });
    const annotation = {
      path: 'src/total.py',
      startLine: 3,
      endLine: 3,
      level: 'FAILURE',
      message: 'Too many',
    } as const;
    hands.completeCheck(run, {
      conclusion: 'FAILURE',
      title: '1 finding',
      summary: 'In src',
      annotations: [annotation],
    });
    expect(await forge.failureLog(repository, failedCheck(run, false))).toBe(
      '1 finding\nIn src\nsrc/total.py:3: failure: Too many',
    );
  });

  it('is nothing when it is gone, or never was', async () => {
    const { forge, repository, hands } = await setUp();
    const run = hands.startCheck({ sha: hands.head(), name: 'test' });
    hands.completeCheck(run, { conclusion: 'FAILURE' });
    expect(await forge.failureLog(repository, failedCheck(run))).toBeUndefined();
    const status = { app: 'carl', name: 'build', runId: 'SC_abc' };
    expect(await forge.failureLog(repository, status)).toBeUndefined();
  });
});

describe('deliveries', () => {
  it('that did not arrive are found once each and sent again', async () => {
    const ground = await setUp();
    const { forge, github, hands, clock, installation } = ground;
    const webhook = { url: 'http://127.0.0.1:9/', secret: 'x' };
    Object.assign(installation.app, { webhook, events: ['pull_request', 'push'] });
    const since = clock.now();
    openPull(ground, 'feature');
    await github.world.idle();
    const failed = await forge.failedDeliveries(since);
    const made = [...github.world.deliveries.values()];
    expect(failed.map(({ guid }) => guid).toSorted()).toEqual(
      made.map(({ guid }) => guid).toSorted(),
    );
    const [first] = failed;
    expect(BigInt(first?.id ?? 0)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(await forge.failedDeliveries(since + 3_600_000)).toEqual([]);
    await forge.redeliver(first?.id ?? '');
    await github.world.idle();
    expect(github.world.deliveries.size).toBe(made.length + 1);
    expect(await forge.failedDeliveries(since)).toHaveLength(made.length);
    const arrived = [...github.world.deliveries.values()].find(({ guid }) => guid === first?.guid);
    if (arrived !== undefined) Object.assign(arrived, { status: 'OK', statusCode: 202 });
    expect((await forge.failedDeliveries(since)).map(({ guid }) => guid)).not.toContain(
      first?.guid,
    );
    expect(hands.head()).toBeDefined();
  });

  it('are none of somebody with a plain token', async () => {
    const ground = await setUp();
    const forge: Pick<Forge, 'failedDeliveries'> = readingWith(ground, ground.tokenClient('acme'));
    expect(await forge.failedDeliveries(0)).toEqual([]);
  });
});

function failedCheck(run: CheckRun, isJob = true): FailedCheck {
  const runId = String(run.id);
  return { app: run.suite.app.slug, name: run.name, runId, jobId: isJob ? runId : undefined };
}
