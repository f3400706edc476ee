import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Message } from '#model/message.ts';
import { runLoops } from '#local/up/loops.ts';
import { aLiveSession } from '../../report/workspaces/looks.ts';
import { plantedPlane } from './planted-plane.ts';

type Scene = Awaited<ReturnType<typeof plantedPlane>>;

/** Starts the loops over these repositories; they end with the test. */
function looping(
  { plane }: Scene,
  repositories: Parameters<typeof runLoops>[1]['repositories'] = [],
) {
  const stopping = new AbortController();
  const options = {
    repositories,
    pollMs: 50,
    signal: stopping.signal,
  };
  const over = runLoops(plane, options);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await over;
  };
  onTestFinished(stop);
  return { stop };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const last = Date.now() + 240_000;
  while (!(await isTrue())) {
    if (Date.now() > last) throw new Error('Waited in vain');
    await sleep(20);
  }
}

it('finds and decides about every pull request of the App without any event', async () => {
  const scene = await plantedPlane();
  const { plane, shop, github } = scene;
  shop.commit('other', { 'b.txt': 'b\n' }, { author: 'ann' });
  shop.openPull({ head: 'other', title: 'Other', author: 'ann' });
  const { stop } = looping(scene);
  const host = new URL(github.url).host;
  const watched = () =>
    plane.workspaces.listOfRepository({ host, repositoryId: String(shop.repository.id) });
  const seen = async () => (await watched()).filter(({ headSha }) => headSha !== undefined);
  await until(async () => (await seen()).length === 2);
  await stop();
  expect((await seen()).map(({ number }) => number)).toEqual([1, 2]);
});

it('asks for the next repository where one cannot be read', async () => {
  const scene = await plantedPlane();
  const { plane, log, github } = scene;
  const gone = { host: new URL(github.url).host, repositoryId: '1', owner: 'octo', name: 'gone' };
  const shelf = github.repository('octo/shelf');
  shelf.commit('main', { 'README.md': 'Shelf\n' });
  shelf.commit('fix', { 'a.txt': 'a\n' });
  shelf.openPull({ head: 'fix', title: 'Fix' });
  const repository = await plane.forge.findRepository('octo', 'shelf');
  if (repository === undefined) throw new Error('There is no shelf');
  const forge = { ...plane.forge, listRepositories: async () => [] };
  const { stop } = looping({ ...scene, plane: { ...plane, forge } }, [gone, repository]);
  await until(async () => (await plane.workspaces.listOfRepository(repository)).length === 1);
  await stop();
  expect(log.of('A repository cannot be asked for')[0]).toMatchObject({
    owner: 'octo',
    name: 'gone',
  });
});

it('goes on after a round that failed', async () => {
  const scene = await plantedPlane();
  const { log, plane, id } = scene;
  let rounds = 0;
  const listDue: typeof plane.workspaces.listDue = async (query) => {
    if ((rounds += 1) === 1) throw new Error('The disk is full');
    return plane.workspaces.listDue(query);
  };
  const { stop } = looping({
    ...scene,
    plane: { ...plane, workspaces: { ...plane.workspaces, listDue } },
  });
  await until(async () => (await plane.workspaces.load(id))?.state.observation !== undefined);
  await stop();
  expect(log.of('A round failed and is tried again')).toMatchObject([
    { error: new Error('The disk is full') },
  ]);
});

it('forgets old entries of the log as soon as it starts', async () => {
  const scene = await plantedPlane();
  const { plane, id, log } = scene;
  const [day, now] = [24 * 60 * 60_000, plane.clock.now()];
  const kept = async (rev: number, daysAgo: number): Promise<void> => {
    const createdAt = now - daysAgo * day;
    const said = { action: 'WAIT', reason: `${daysAgo} days ago`, snapshot: {} } as const;
    const times = { createdAt, expiresAt: createdAt + 7 * day };
    await plane.workspaces.putTransition({
      schemaVersion: 1,
      workspaceId: id,
      rev,
      ...said,
      ...times,
    });
  };
  await kept(1_000, 8);
  await kept(1_001, 6);
  const { stop } = looping(scene);
  await until(() => log.of('Old entries were deleted').length > 0);
  await stop();
  expect(log.of('Old entries were deleted')).toEqual([{ entries: 1, messages: 0, workers: 0 }]);
  const left = await plane.workspaces.listTransitions({ id, now: now - 8 * day, limit: 100 });
  const reasons = left.map(({ reason }) => reason);
  expect(reasons).toContain('6 days ago');
  expect(reasons).not.toContain('8 days ago');
});

it('forgets messages that were given up and what workers left, after a week', async () => {
  const scene = await plantedPlane();
  const { plane, log } = scene;
  const day = 24 * 60 * 60_000;
  const workers = join(scene.home, '.ratchetr/workers');
  mkdirSync(workers, { recursive: true });
  const turned: number[] = [];
  const turn: typeof plane.metrics.turn = (before) => {
    turned.push(Math.round((Date.now() - before) / day));
  };
  for (const [name, days] of [
    ['run-1-1', 8],
    ['run-2-1', 6],
  ] as const) {
    const path = join(workers, `${name}.log`);
    writeFileSync(path, 'said\n');
    const at = new Date(Date.now() - days * day);
    utimesSync(path, at, at);
  }
  const asked: number[] = [];
  const pruneDead: typeof plane.queue.pruneDead = (before) => {
    asked.push(Math.round((Date.now() - before) / day));
    return plane.queue.pruneDead(before);
  };
  const queue = { ...plane.queue, pruneDead };
  const { stop } = looping({
    ...scene,
    plane: { ...plane, queue, metrics: { ...plane.metrics, turn } },
  });
  await until(() => log.of('Old entries were deleted').length > 0);
  await stop();
  expect(log.of('Old entries were deleted')).toMatchObject([{ workers: 1 }]);
  expect(readdirSync(workers)).toEqual(['run-2-1.log']);
  expect([asked, turned]).toEqual([[7], [7]]);
});

it('forgets old entries once a day', async () => {
  const scene = await plantedPlane();
  const { plane, log } = scene;
  const { clock } = plane;
  const days: number[] = [];
  // The first day is over at once, the second one never.
  const patient: typeof clock.sleep = async (ms, signal) => {
    if (ms !== 24 * 60 * 60_000 || days.push(ms) > 1) await clock.sleep(ms, signal);
  };
  const { stop } = looping({ ...scene, plane: { ...plane, clock: { ...clock, sleep: patient } } });
  await until(() => days.length === 2);
  await stop();
  expect(log.of('Old entries were deleted')).toHaveLength(2);
});

it('has deliveries sent again that nobody took while no control plane ran', async () => {
  const scene = await plantedPlane();
  const { app, github, shop } = scene;
  app.webhook = { url: 'http://127.0.0.1:1/webhook', secret: 'secret' };
  shop.label(1, 'ratchet');
  await github.world.idle();
  const again = () =>
    [...github.world.deliveries.values()].filter(({ redelivery }) => redelivery).length;
  expect(again()).toBe(0);
  const { stop } = looping(scene);
  await until(() => again() > 0);
  await stop();
});

it('asks after the workers of an earlier control plane as soon as it starts', async () => {
  const scene = await plantedPlane();
  const { plane, id } = scene;
  const { workspaces, queue, clock, forge } = plane;
  const seen = await workspaces.load(id);
  if (seen === undefined) throw new Error('Nothing is watched');
  const now = clock.now();
  const next = {
    ...seen.state,
    session: { ...aLiveSession, startBy: now, deadline: now + 60_000 },
  };
  const dueAt = now + 60_000;
  await workspaces.commit({ seen, next, commands: [], dueAt, now, token: 'token' });
  const sent: Message[] = [];
  const send: typeof queue.send = async (messages) => void sent.push(...messages);
  const quiet = {
    ...plane,
    queue: { ...queue, send },
    forge: { ...forge, listRepositories: async () => [] },
  };
  const { stop } = looping({ ...scene, plane: quiet });
  await until(() => sent.length > 0);
  await stop();
  expect(sent).toMatchObject([
    { kind: 'command', workspaceId: id, command: { kind: 'exit', runId: aLiveSession.id } },
  ]);
});
