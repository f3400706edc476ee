import { expect } from 'vitest';
import type { Handled } from '#ratchet/needs/queue.ts';
import type { Promises } from '../contract.ts';
import { soon } from '../soon.ts';
import { drain, numbered, receive, type Subject } from './subject.ts';

export const repetitions: Promises<Subject> = {
  async 'what is done does not come again'({ store, reopen }) {
    await store.queue.send([numbered(1)]);
    const reception = receive(store);
    await reception.until(1);
    await reception.stop();
    expect(await drain(await reopen())).toEqual([]);
  },

  async 'what is to be repeated comes again, until it is done'({ store }) {
    await store.queue.send([numbered(1)]);
    const reception = receive(store, (_, nth) => (nth < 3 ? 'retry' : 'done'));
    expect(await reception.until(3)).toEqual([numbered(1), numbered(1), numbered(1)]);
    await reception.stop();
    expect(await drain(store)).toEqual([]);
    expect(await store.dead()).toEqual([]);
  },

  async 'what could not be handled comes again, maybe to another receiver'({ store, reopen }) {
    await store.queue.send([numbered(1)]);
    const failing = receive(store, () => {
      throw new Error('the forge is down');
    });
    await failing.until(1);
    await failing.stop();
    const other = receive(await reopen());
    expect(await other.until(1)).toEqual([numbered(1)]);
    await other.stop();
  },

  async 'what fails for ever is given up, and kept'({ store, reopen }) {
    await store.queue.send([numbered(1)]);
    const reception = receive(store, () => 'retry');
    const dead = await soon(
      () => store.dead(),
      ({ length }) => length > 0,
    );
    expect(dead).toEqual([numbered(1)]);
    await reception.stop();
    expect(reception.came).toHaveLength(store.mostAttempts);
    const other = await reopen();
    expect(await drain(other)).toEqual([]);
    expect(await other.dead()).toEqual([numbered(1)]);
  },

  async 'what fails holds up nothing else'({ store }) {
    const good = [1, 2, 3, 4].map((number) => numbered(number));
    await store.queue.send([numbered(0), ...good]);
    const seen = new Set<string>();
    const reception = receive(store, (message) => {
      if (message.kind === 'command' && message.workspaceId === 'workspace-0') return 'retry';
      seen.add(JSON.stringify(message));
      return 'done';
    });
    await soon(
      async () => seen.size,
      (size) => size === good.length,
    );
    await reception.stop();
    expect(seen).toEqual(new Set(good.map((message) => JSON.stringify(message))));
  },

  async 'a receiver that is told to stop ends what it began, and begins nothing more'({
    store,
    reopen,
  }) {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    await store.queue.send(
      Array.from({ length: store.concurrency }, (_, index) => numbered(index)),
    );
    let ended = 0;
    const reception = receive(store, async (): Promise<Handled> => {
      await gate;
      ended += 1;
      return 'done';
    });
    const began = (await reception.until(1)).length;
    const stopped = reception.stop();
    const later = numbered(100);
    await (await reopen()).queue.send([later]);
    open();
    await stopped;
    expect(ended).toBe(reception.came.length);
    expect(ended).toBeGreaterThanOrEqual(began);
    expect(reception.came).not.toContainEqual(later);
    expect(await drain(store)).toContainEqual(later);
  },

  async 'a receiver that is told to stop before it begins receives nothing'({ store }) {
    await store.queue.send([numbered(1)]);
    await store.queue.receive(refuse, AbortSignal.abort());
    expect(await drain(store)).toEqual([numbered(1)]);
  },
};

async function refuse(): Promise<never> {
  throw new Error('nobody may call this');
}
