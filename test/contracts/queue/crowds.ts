import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Message } from '#model/message.ts';
import type { Handled } from '#ratchet/needs/queue.ts';
import type { Promises } from '../contract.ts';
import { soon } from '../soon.ts';
import { numbered, receive, type Subject, texts } from './subject.ts';

const senders = 3;
const messagesEach = 40;

export const crowds: Promises<Subject> = {
  async 'of many senders and receivers every message is done, and none is given up'({
    store,
    reopen,
  }) {
    const subjects = [store, await reopen(), await reopen(), await reopen()];
    const done: Message[] = [];
    let failures = 0;
    const receptions = subjects.map((subject) =>
      receive(subject, async (message, nth) => {
        await sleep(nth % 3);
        if (nth % 7 === 0) {
          failures += 1;
          return 'retry';
        }
        done.push(message);
        return 'done';
      }),
    );
    const sent = Array.from({ length: senders * messagesEach }, (_, index) => numbered(index));
    const sending = Array.from({ length: senders }, async (_, sender) => {
      for (const message of sent.filter((__, index) => index % senders === sender)) {
        await (subjects[sender] ?? store).queue.send([message]);
      }
    });
    await Promise.all(sending);
    await soon(
      async () => new Set(texts(done)).size,
      (size) => size === sent.length,
    );
    await Promise.all(receptions.map((reception) => reception.stop()));
    expect(new Set(texts(done))).toEqual(new Set(texts(sent)));
    expect(failures).toBeGreaterThan(0);
    expect(await store.dead()).toEqual([]);
  },

  async 'a receiver has no more under way than it may, and no less where there is enough'({
    store,
  }) {
    await store.queue.send(Array.from({ length: 40 }, (_, index) => numbered(index)));
    let underWay = 0;
    let most = 0;
    const reception = receive(store, async (): Promise<Handled> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(20);
      underWay -= 1;
      return 'done';
    });
    await reception.until(40);
    await reception.stop();
    expect(most).toBe(store.concurrency);
  },
};
