import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listFailedDeliveries } from '#github/deliveries.ts';
import { githubGround } from './ground.ts';
import { openPull } from './looking.ts';

it('finds what did not arrive on every page, and looks no further back than it is asked', async () => {
  const ground = await githubGround();
  const { client, clock, github, installation } = ground;
  const webhook = { url: 'http://127.0.0.1:9/', secret: 'x' };
  Object.assign(installation.app, { webhook, events: ['pull_request'] });
  const since = clock.now();
  openPull(ground, 'feature');
  await github.world.idle();
  const { deliveries } = github.world;
  const [[newest, one] = []] = [...deliveries].toReversed();
  if (newest === undefined || one === undefined) throw new Error('Nothing was delivered');
  for (let number = 1n; number <= 230n; number += 1n) {
    const id = newest + number;
    deliveries.set(id, { ...one, id, guid: randomUUID() });
  }
  const guids = [...deliveries.values()].map(({ guid }) => guid);
  const found = await listFailedDeliveries(client, since);
  expect(found.map(({ guid }) => guid).toSorted()).toEqual(guids.toSorted());
  github.counters.reset();
  expect(await listFailedDeliveries(client, since + 60_000)).toEqual([]);
  expect(github.counters.rest).toBe(1);
});
