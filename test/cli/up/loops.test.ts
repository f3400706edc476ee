import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { runLoops } from '../../../lib/cli/up/loops.ts';
import { installationId } from '../../support/samples.ts';
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
    installationId: installationId('local'),
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
  while (!(await isTrue())) await sleep(20);
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
  await until(() => log.of('Old entries are forgotten').length > 0);
  await stop();
  expect(log.of('Old entries are forgotten')).toEqual([{ forgotten: 1 }]);
  const left = await plane.workspaces.listTransitions({ id, now: now - 8 * day, limit: 100 });
  const reasons = left.map(({ reason }) => reason);
  expect(reasons).toContain('6 days ago');
  expect(reasons).not.toContain('8 days ago');
});
