import { expect } from 'vitest';
import type { Promises } from '../contract.ts';
import { drain, numbered, receive, type Subject } from './subject.ts';

const forEver = (): Promise<never> => Promise.withResolvers<never>().promise;

export const crash: Promises<Subject> = {
  async 'what a process had that died comes to another'({ reopen, store }) {
    const dying = await reopen();
    await store.queue.send([numbered(1)]);
    await receive(dying, forEver).until(1);
    await dying.die();
    const reception = receive(store);
    expect(await reception.until(1)).toEqual([numbered(1)]);
    await reception.stop();
    expect(await drain(store)).toEqual([]);
  },

  async 'what a process sent that died is there'({ reopen, store }) {
    const dying = await reopen();
    await dying.queue.send([numbered(1), numbered(2)]);
    await dying.die();
    expect(await drain(store)).toHaveLength(2);
  },

  async 'what every process dies of is given up in the end'({ reopen, store }) {
    await store.queue.send([numbered(1)]);
    for (let life = 0; life < store.mostAttempts; life += 1) {
      const dying = await reopen();
      await receive(dying, forEver).until(1);
      await dying.die();
    }
    const reception = receive(store);
    const end = Date.now() + 20_000;
    while ((await store.dead()).length === 0 && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await reception.stop();
    expect(await store.dead()).toEqual([numbered(1)]);
    expect(reception.came).toEqual([]);
  },
};
