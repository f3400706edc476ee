import { describe, expect, it } from 'vitest';
import { createForge } from '#github/forge.ts';
import { createGitHubClient } from '#github/client.ts';
import { systemHash } from '#platform/system/hash.ts';
import type { WorkspaceId } from '#model/ids.ts';
import {
  reconcileDeliveries,
  type ReconcileDeps,
  reconcileRepository,
} from '#ratchet/reconcile.ts';
import { silentMetrics } from '../github/ground.ts';
import { recordingLog } from '../support/recording-log.ts';
import { recordMetrics } from '../support/recording-metrics.ts';
import { createImpatientClock } from '../support/manual-clock.ts';
import { ownGitHub } from '../support/own-github.ts';
import { decideGround, installation, minute } from './decide/ground.ts';

async function reconciled() {
  const ground = await decideGround();
  const repository = await ground.forge.findRepository('acme', 'shop');
  if (repository === undefined) throw new Error('There is no repository');
  const reconcile = (deps: ReconcileDeps = ground.deps) =>
    reconcileRepository(deps, { repository, installationId: installation });
  const known = () => ground.workspaces.listOfRepository(repository);
  return { ground, reconcile, known };
}

type Scene = Awaited<ReturnType<typeof reconciled>>;

/** Pull requests whose checks run, each looked at until nothing is new about it. */
async function watching({ ground }: Pick<Scene, 'ground'>, heads: readonly string[]) {
  const pulls = heads.map((head) => ground.open(head));
  for (const { headSha: sha } of pulls) ground.hands.startCheck({ sha, name: 'tests' });
  const ids: WorkspaceId[] = [];
  for (const pull of pulls) ids.push(await ground.watch(pull));
  await ground.look(...ids);
  await ground.look(...ids);
  return { pulls, ids };
}

const wakesOf = ({ ground }: Pick<Scene, 'ground'>, ids: readonly WorkspaceId[]) =>
  Promise.all(ids.map(async (id) => (await ground.head(id)).wakeSeq));

describe('what no event told of', () => {
  it('is watched where it is new', async () => {
    const { ground, reconcile, known } = await reconciled();
    ground.open('one');
    ground.open('two', { labels: [] });
    await reconcile();
    expect((await known()).map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1, 2]);
    await ground.pass(0);
    await ground.pass(3_000);
    const [first] = await known();
    if (first === undefined) throw new Error('Nothing is watched');
    expect(await ground.state(first.id)).toMatchObject({
      installationId: installation,
      observation: { title: 'Add one' },
    });
  });

  it('wakes nobody where nothing moved', async () => {
    const scene = await reconciled();
    const { ids } = await watching(scene, ['one', 'two']);
    const before = await Promise.all(ids.map(scene.ground.head));
    await scene.reconcile();
    expect(await Promise.all(ids.map(scene.ground.head))).toEqual(before);
    expect(scene.ground.log.of('Missed events were made up for')).toEqual([]);
  });

  it.for([
    ['closed', ({ ground }: Scene): void => ground.hands.closePull(1)],
    ['merged', ({ ground }: Scene): Promise<unknown> => ground.hands.mergePull(1)],
    [
      'pushed to',
      ({ ground }: Scene): void => {
        ground.hands.commit('one', { 'src/one.py': 'new = 2\n' });
      },
    ],
    ['labelled', ({ ground }: Scene): void => ground.hands.label(1, 'ratchet:off')],
  ] as const)('wakes only the one that was %s', async ([, act]) => {
    const scene = await reconciled();
    const { ids } = await watching(scene, ['one', 'two']);
    const [before] = await wakesOf(scene, ids);
    scene.ground.clock.advance(1_000);
    await act(scene);
    await scene.reconcile();
    const [one] = ids;
    if (one === undefined) throw new Error('There is none');
    expect((await wakesOf(scene, ids))[0]).toBe((before ?? 0) + 1);
    expect(await scene.ground.head(one)).toMatchObject({ dueAt: scene.ground.clock.now() });
  });

  it('counts pushes of known pull requests that no event told of, and nothing else', async () => {
    const scene = await reconciled();
    const { ids } = await watching(scene, ['one', 'two']);
    const { hands } = scene.ground;
    const { metrics, measured } = recordMetrics();
    const reconcile = () => scene.reconcile({ ...scene.ground.deps, metrics });
    scene.ground.open('three');
    hands.label(1, 'ratchet:off');
    await reconcile();
    expect(measured).toEqual([]);
    hands.commit('one', { 'src/one.py': 'new = 2\n' });
    hands.commit('two', { 'src/two.py': 'new = 2\n' });
    await reconcile();
    expect(measured).toEqual([{ name: 'heads_missed', value: 2 }]);
    await scene.ground.look(...ids);
    await reconcile();
    expect(measured).toHaveLength(1);
  });

  it('takes a closed one up again that was reopened, and leaves one alone that stays closed', async () => {
    const scene = await reconciled();
    const { ids } = await watching(scene, ['one', 'two']);
    scene.ground.hands.closePull(1);
    scene.ground.hands.closePull(2);
    await scene.ground.look(...ids);
    scene.ground.hands.reopen(2);
    const before = await wakesOf(scene, ids);
    await scene.reconcile();
    const wakes = await wakesOf(scene, ids);
    expect(wakes.map((wake, index) => wake - (before[index] ?? 0))).toEqual([0, 1]);
  });

  it('wakes those whose base moved, spread over a minute', async () => {
    const scene = await reconciled();
    const { ground } = scene;
    const { ids } = await watching(scene, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    ground.clock.advance(30_000);
    ground.hands.commit('main', { 'src/other.py': 'other = 1\n' });
    const now = ground.clock.now();
    await scene.reconcile();
    const due = await Promise.all(
      ids.map(async (id) => ((await ground.head(id)).dueAt ?? 0) - now),
    );
    expect(due.filter((after) => after <= 0)).toHaveLength(5);
    expect(Math.max(...due)).toBeLessThanOrEqual(minute);
    expect(new Set(due).size).toBeGreaterThan(2);
    expect(ground.log.of('Missed events were made up for')).toMatchObject([{ woken: 8 }]);
  });
});

async function delivering() {
  const clock = createImpatientClock(Date.UTC(2027, 0, 15, 8));
  const own = await ownGitHub({
    clock,
    webhook: { url: 'http://127.0.0.1:1/webhook', secret: 'secret' },
  });
  const log = recordingLog();
  const { app, privateKey, github } = own;
  const credentials = { kind: 'app' as const, appId: String(app.id), privateKey };
  const deps = { clock, log, metrics: silentMetrics };
  const client = createGitHubClient(deps, {
    apiUrl: github.url,
    credentials: async () => credentials,
  });
  const forge = createForge({ ...deps }, client);
  own.shop.commit('fix', { 'a.txt': 'a\n' });
  own.shop.openPull({ head: 'fix', title: 'Fix', author: 'mona' });
  await github.world.idle();
  return { ...own, ...deps, forge, hash: systemHash };
}

describe('deliveries', () => {
  it('that did not arrive are asked for again, though their ids are no numbers of JavaScript', async () => {
    const scene = await delivering();
    const { github, log } = scene;
    const made = [...github.world.deliveries.values()];
    const guids = new Set(made.map(({ guid }) => guid));
    expect(made[0]?.id).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(await reconcileDeliveries(scene)).toBe(guids.size);
    await github.world.idle();
    const again = [...github.world.deliveries.values()].filter(({ redelivery }) => redelivery);
    expect(new Set(again.map(({ guid }) => guid))).toEqual(guids);
    expect(log.of('Delivery is asked for again')).toHaveLength(guids.size);
  });

  it('that arrived are left alone, and so are those that are too old', async () => {
    const scene = await delivering();
    const { github, clock } = scene;
    const made = [...github.world.deliveries.values()];
    for (const delivery of made.slice(1))
      Object.assign(delivery, { status: 'OK', statusCode: 202 });
    expect(await reconcileDeliveries(scene)).toBe(1);
    clock.advance(4 * 24 * 60 * minute);
    expect(await reconcileDeliveries(scene)).toBe(0);
    expect(github.world.deliveries.size).toBe(made.length + 1);
  });

  it('that cannot come again keep no other back', async () => {
    const scene = await delivering();
    const { github, log } = scene;
    const count = github.world.deliveries.size;
    github.faults.routes.push({
      matches: (request) => request.endsWith('/attempts'),
      does: { status: 422, body: '{}' },
      times: 1,
    });
    expect(await reconcileDeliveries(scene)).toBe(count - 1);
    expect(log.of('Delivery cannot be asked for again')).toHaveLength(1);
  });

  it('that fail for ever take no more than a part of a turn, each in its turn', async () => {
    const asked: string[] = [];
    const newestFirst = Array.from({ length: 150 }, (_, index) => String(index));
    const redelivered = await reconcileDeliveries({
      forge: {
        listOpen: async () => [],
        failedDeliveries: async () =>
          newestFirst.map((id) => ({ id, guid: id, event: 'push', deliveredAt: 0 })),
        redeliver: async (id) => void asked.push(id),
      },
      clock: createImpatientClock(),
      log: recordingLog(),
      metrics: silentMetrics,
    });
    expect(redelivered).toBe(100);
    expect(asked).toEqual(newestFirst.slice(50));
  });
});
