import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#platform/system/clock.ts';
import type { Handled } from '#ratchet/needs/queue.ts';
import { look, numbered } from '../../contracts/queue/subject.ts';
import { soon } from '../../contracts/soon.ts';
import { createManualClock, type ManualClock } from '../../support/manual-clock.ts';
import { openQueue, type OpenedQueue, short } from './queues.ts';
import { startScript } from './scripts.ts';
import { freshPath } from './stores.ts';

describe('a receiver on SQLite that waits', () => {
  it('hears at once what is sent in its own process', async () => {
    const { queue, came } = await waiting();
    await queue.send([numbered(1)]);
    await soon(
      async () => came.length,
      (count) => count === 1,
    );
    expect(came).toEqual([numbered(1)]);
  });

  it('sees what another process sent within a quarter of a second', async () => {
    const { clock, path, came } = await waiting();
    expect(clock.sleeping()).toEqual([250]);
    const other = openQueue(path, clock);
    await other.queue.send([numbered(1)]);
    other.database.close();
    clock.advance(249);
    await settled();
    expect(came).toEqual([]);
    clock.advance(1);
    await soon(
      async () => came.length,
      (count) => count === 1,
    );
    expect(came).toEqual([numbered(1)]);
  });

  it('holds no lock while there is nothing', async () => {
    const { clock, path } = await waiting();
    const other = openQueue(path, clock);
    onTestFinished(() => other.database.close());
    other.database.run('BEGIN IMMEDIATE');
    clock.advance(250);
    await settled();
    expect(clock.sleeping(), 'it waits again').toEqual([250]);
    other.database.run('ROLLBACK');
  });
});

describe('a message on SQLite', () => {
  it('stays with who has it, however long that takes', async () => {
    const { promise: gate, resolve: answer } = Promise.withResolvers<Handled>();
    const { clock, queue, path, came } = await waiting(() => gate);
    await queue.send([numbered(1)]);
    await settled();
    for (let third = 0; third < 30; third += 1) {
      clock.advance(10_000);
      await settled();
      const other = openQueue(path, clock);
      expect(
        other.database.get('SELECT visible_at - ? AS left FROM queue_messages', clock.now()),
      ).toEqual({ left: 30_000 });
      other.database.close();
    }
    answer('done');
    await settled();
    expect(came).toHaveLength(1);
    expect(clock.sleeping(), 'nothing is renewed any more').toEqual([250]);
  });

  it('of a process that is gone is taken back at once by who knows that', async () => {
    const clock = createManualClock();
    const path = await freshPath();
    const [gone, here] = [openQueue(path, clock), openQueue(path, clock)];
    const stopping = new AbortController();
    const held = Promise.withResolvers<Handled>();
    await gone.queue.send([numbered(1)]);
    const holding = gone.queue.receive(() => held.promise, stopping.signal);
    await here.queue.recall();
    const came = Promise.withResolvers<unknown>();
    const receiving = here.queue.receive(async (message) => {
      came.resolve(message);
      return 'done';
    }, stopping.signal);
    expect(await came.promise).toEqual(numbered(1));
    held.resolve('retry');
    stopping.abort();
    await Promise.all([holding, receiving]);
    expect(here.database.all('SELECT id FROM queue_messages')).toEqual([]);
    for (const { database } of [gone, here]) database.close();
  });

  it('comes again after pauses that grow up to a longest one', async () => {
    const pauses: number[] = [];
    const { clock, queue, database, lines } = await waiting(() => 'retry', { mostAttempts: 9 });
    await queue.send([numbered(1)]);
    for (let attempt = 1; attempt < 9; attempt += 1) {
      await settled();
      const row = database.get('SELECT visible_at - ? AS pause FROM queue_messages', clock.now());
      pauses.push(Number(row?.['pause']));
      clock.advance(pauses.at(-1) ?? 0);
    }
    expect(pauses.map((pause) => pause / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    await settled();
    expect(await queue.listDead()).toEqual([
      {
        id: 1,
        message: numbered(1),
        attempts: 9,
        deadAt: clock.now(),
        reason: 'It was to be repeated too often.',
      },
    ]);
    expect(lines.filter((line) => line.includes('error a message is given up'))).toHaveLength(1);
  });

  it('that was given up is forgotten once it is old, and no other', async () => {
    const { queue, clock } = await waiting(fail, { mostAttempts: 1 });
    await queue.send([numbered(1)]);
    await settled();
    clock.advance(1_000);
    await queue.send([numbered(2)]);
    await settled();
    expect(await queue.pruneDead(clock.now())).toBe(1);
    expect(await queue.listDead()).toMatchObject([{ message: numbered(2) }]);
    expect(await queue.pruneDead(clock.now())).toBe(0);
  });

  it('that cannot be handled says why, in the log and when it is given up', async () => {
    const { queue, lines } = await waiting(fail, { mostAttempts: 1 });
    await queue.send([numbered(1)]);
    await settled();
    expect(await queue.listDead()).toMatchObject([{ reason: 'Error: the forge is down' }]);
    expect(lines.join('')).toContain('a message could not be handled');
  });

  it('that this version cannot read is given up, and the next one comes', async () => {
    const { queue, database, came, clock } = await waiting();
    database.run(
      `INSERT INTO queue_messages (message_json, visible_at, attempts) VALUES ('{"kind":"x"}', 0, 0)`,
    );
    await queue.send([numbered(1)]);
    clock.advance(250);
    await settled();
    expect(came).toEqual([numbered(1)]);
    const [dead] = await queue.listDead();
    expect(dead).toMatchObject({ message: undefined, attempts: 1 });
    expect(dead?.reason).toContain('does not hold a message any more');
  });

  it('that could not be read again is not sent, nor what was sent with it', async () => {
    const { queue, database } = openQueue(await freshPath(), createManualClock());
    const empty = { ...look('a'), workspaceIds: [] };
    await expect(queue.send([numbered(1), empty])).rejects.toThrow('cannot be stored');
    expect(database.all('SELECT id FROM queue_messages')).toEqual([]);
    database.close();
  });

  it('survives a database that cannot be asked', async () => {
    const { queue, database, came, clock, lines } = await waiting();
    database.run('ALTER TABLE queue_messages RENAME TO elsewhere');
    clock.advance(250);
    await settled();
    expect(lines.join('')).toContain('no message can be received');
    database.run('ALTER TABLE elsewhere RENAME TO queue_messages');
    await queue.send([numbered(1)]);
    await settled();
    expect(came).toEqual([numbered(1)]);
  });
});

describe('looks on SQLite', () => {
  it('at the same workspaces wait as one', async () => {
    const { queue, database } = openQueue(await freshPath(), createManualClock());
    await queue.send([look('a', 'b'), look('b', 'a'), look('a')]);
    await queue.send([look('a', 'b'), numbered(1), numbered(1)]);
    const waitingOnes = database.all('SELECT message_json AS text FROM queue_messages ORDER BY id');
    expect(waitingOnes.map(({ text }) => JSON.parse(String(text)))).toEqual([
      look('a', 'b'),
      look('a'),
      numbered(1),
      numbered(1),
    ]);
    database.close();
  });

  it('are sent again once a receiver has the first: it may have looked already', async () => {
    const { promise: gate, resolve: answer } = Promise.withResolvers<Handled>();
    const { queue, came } = await waiting(() => gate);
    await queue.send([look('a')]);
    await settled();
    await queue.send([look('a')]);
    await settled();
    expect(came).toEqual([look('a'), look('a')]);
    answer('done');
  });
});

describe('the statements of the queue', () => {
  it.each([
    [
      'SELECT * FROM queue_messages WHERE dead_at IS NULL AND visible_at <= ? ORDER BY visible_at, id LIMIT 1',
      'SEARCH queue_messages USING INDEX queue_waiting (visible_at<?)',
    ],
    [
      'SELECT id FROM queue_messages WHERE look_key = ? AND attempts = 0 AND dead_at IS NULL',
      'SEARCH queue_messages USING INDEX queue_looks (look_key=?)',
    ],
    [
      'SELECT * FROM queue_messages WHERE dead_at IS NOT NULL ORDER BY dead_at, id',
      'SEARCH queue_messages USING INDEX queue_dead (dead_at>?)',
    ],
  ])('never read all messages: %s', async (sql, plan) => {
    const { database } = openQueue(await freshPath(), createManualClock());
    const steps = database.all(`EXPLAIN QUERY PLAN ${sql}`).map(({ detail }) => detail);
    expect(steps).toEqual([plan]);
    database.close();
  });
});

it('hands on what a process had that was killed', async () => {
  const path = await freshPath();
  const { queue, database } = openQueue(path, systemClock, short);
  onTestFinished(() => database.close());
  await queue.send(Array.from({ length: 20 }, (_, index) => numbered(index)));
  const { printed, kill, output } = startScript('receive-until-killed.ts', path);
  await printed('holds 4');
  kill();
  const done = (await output).filter((line) => line.startsWith('{'));
  const seen = new Set<string>(done);
  const stopping = new AbortController();
  const received = queue.receive(async (message) => {
    seen.add(JSON.stringify(message));
    return 'done';
  }, stopping.signal);
  await soon(
    async () => seen.size,
    (size) => size === 20,
  );
  stopping.abort();
  await received;
  expect(seen.size).toBe(20);
  expect(database.all('SELECT id FROM queue_messages')).toEqual([]);
});

interface Waiting extends OpenedQueue {
  readonly clock: ManualClock;
  readonly path: string;
  readonly came: unknown[];
}

/** A receiver that has looked and found nothing. */
async function waiting(
  handle: () => Handled | Promise<Handled> = () => 'done',
  options: { readonly mostAttempts?: number } = {},
): Promise<Waiting> {
  const clock = createManualClock();
  const path = await freshPath();
  const opened = openQueue(path, clock, options);
  const came: unknown[] = [];
  const stopping = new AbortController();
  const ended = opened.queue.receive(async (message) => {
    came.push(message);
    return handle();
  }, stopping.signal);
  onTestFinished(async () => {
    stopping.abort();
    await ended;
    opened.database.close();
  });
  await settled();
  return { ...opened, clock, path, came };
}

function fail(): never {
  throw new Error('the forge is down');
}

/** Everything that waits for no time has happened. */
async function settled(): Promise<void> {
  await sleep(5);
}
