import { systemClock } from '#platform/system/clock.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { OpenedStore } from '../../contracts/contract.ts';
import { queueContract } from '../../contracts/queue/contract.ts';
import type { Subject } from '../../contracts/queue/subject.ts';
import { openQueue, short } from './queues.ts';
import { freshPath } from './stores.ts';

queueContract('queue on SQLite', { open });

async function open(): Promise<OpenedStore<Subject>> {
  const path = await freshPath();
  const closing: (() => void)[] = [];
  const reopen = async (): Promise<Subject> => {
    const life = mortalClock();
    const { queue, database } = openQueue(path, life.clock, short);
    closing.push(() => database.close());
    return {
      queue,
      concurrency: short.concurrency,
      mostAttempts: short.mostAttempts,
      dead: async () =>
        (await queue.listDead()).flatMap(({ message }) => (message === undefined ? [] : [message])),
      die: async () => {
        life.end();
        // What it still does meets a closed database.
        database.close();
      },
    };
  };
  return {
    store: await reopen(),
    reopen,
    settle: async () => undefined,
    close: async () => closing.forEach((close) => close()),
  };
}

/** A clock whose sleeps never end after the end. */
function mortalClock(): { readonly clock: Clock; end(): void } {
  let isOver = false;
  const sleepMortally: Clock['sleep'] = async (milliseconds, signal) => {
    await systemClock.sleep(milliseconds, signal);
    if (isOver) await Promise.withResolvers<never>().promise;
  };
  return {
    clock: { now: () => systemClock.now(), sleep: sleepMortally },
    end: () => void (isOver = true),
  };
}
