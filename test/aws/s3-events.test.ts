import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventAt, eventsContract, run, timesOf } from '../contracts/events.ts';
import { type Moto, motoStartMs, startMoto } from '../support/moto.ts';
import { setUpEventLogs } from '../support/s3-event-logs.ts';

let moto: Moto;
beforeAll(async () => {
  // Pages of two keys, so that every listing has several.
  moto = await startMoto({ MOTO_S3_DEFAULT_MAX_KEYS: '2' });
}, motoStartMs);
afterAll(() => moto.stop());

const setUp = () => setUpEventLogs(moto);

eventsContract('S3 with a worker for each log', async () => {
  const { open, reader } = await setUp();
  let workers = 0;
  return { reader, open: (runId) => open(`worker-${(workers += 1)}`, runId) };
});

eventsContract('S3 with one worker that starts again', async () => {
  const { open, reader } = await setUp();
  return { reader, open: (runId) => open('worker-a', runId) };
});

describe('segments of events', () => {
  it('are numbered for each worker, and hold one line an event', async () => {
    const { direct, bucket, open, keys } = await setUp();
    const [a, b] = [open('a'), open('b')];
    for (const [at, log] of [a, a, b].entries()) {
      await log.emit(eventAt(at));
      await log.flush();
    }
    await a.emit(eventAt(3));
    await a.emit(eventAt(4));
    await Promise.all([a.close(), b.close()]);
    const expected = ['a/000001.jsonl', 'a/000002.jsonl', 'a/000003.jsonl', 'b/000001.jsonl'];
    expect(await keys()).toEqual(expected);
    const Key = 'runs/run-1/events/a/000003.jsonl';
    const { Body } = await direct.send(new GetObjectCommand({ Bucket: bucket, Key }));
    const lines = [3, 4].map((at) => `${JSON.stringify(eventAt(at))}\n`);
    expect(await Body?.transformToString()).toBe(lines.join(''));
  });

  it('are written when 256 KiB wait, and not before', async () => {
    const { open, keys, requests } = await setUp();
    const log = open('a');
    const text = 'é'.repeat(16 * 1024);
    for (let at = 0; at < 7; at += 1) await log.emit(eventAt(at, { payload: { at, text } }));
    expect(requests).toEqual([]);
    await log.emit(eventAt(7, { payload: { at: 7, text } }));
    expect(await keys()).toEqual(['a/000001.jsonl']);
  });

  it('are written when their first event is five seconds old, and so are the next', async () => {
    const { clock, open, keys, requests } = await setUp();
    const log = open('a');
    await log.emit(eventAt(1));
    clock.advance(4_999);
    await log.emit(eventAt(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(requests).toEqual([]);
    clock.advance(1);
    await vi.waitFor(async () => expect(await keys()).toHaveLength(1), waiting);
    await log.emit(eventAt(3));
    clock.advance(5_000);
    await vi.waitFor(async () => expect(await keys()).toHaveLength(2), waiting);
    await log.emit(eventAt(4));
    expect(clock.sleeping()).toEqual([5_000]);
    await log.close();
    expect(clock.sleeping()).toEqual([]);
  });

  it('go on after those of an earlier life of the worker, without trying every number', async () => {
    const { open, requests, times } = await setUp();
    const first = open('a');
    for (let at = 0; at < 7; at += 1) {
      await first.emit(eventAt(at));
      await first.flush();
    }
    const second = open('a');
    await second.emit(eventAt(7));
    const before = requests.length;
    await second.flush();
    const asked = requests.slice(before).map(({ method, path }) => `${method} ${fileOf(path)}`);
    expect(asked.filter((text) => text.startsWith('PUT'))).toEqual([
      'PUT 000001.jsonl',
      'PUT 000008.jsonl',
    ]);
    // Seven keys on pages of two.
    expect(asked.filter((text) => text.startsWith('GET'))).toHaveLength(4);
    // The log that was thought dead finds its next number taken.
    await first.emit(eventAt(8));
    await first.close();
    expect(await times()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('are not mistaken for those of an earlier life that wrote the same', async () => {
    const { open, keys, times } = await setUp();
    for (const log of [open('a'), open('a')]) {
      await log.emit(eventAt(1));
      await log.close();
    }
    expect(await keys()).toEqual(['a/000001.jsonl', 'a/000002.jsonl']);
    expect(await times()).toEqual([1, 1]);
  });
});

describe('the reader of segments', () => {
  it('orders by time, then worker, then line', async () => {
    const { open, reader } = await setUp();
    for (const worker of ['b', 'a']) {
      const log = open(worker);
      for (const line of [1, 2, 3]) {
        await log.emit(eventAt(line === 3 ? 0 : 1, { payload: { at: `${worker}${line}` } }));
        if (line === 1) await log.flush();
      }
      await log.close();
    }
    const { events } = await reader.read(run);
    expect(timesOf(events)).toEqual(['a3', 'b3', 'a1', 'a2', 'b1', 'b2']);
  });

  it('reports damaged lines with their places', async () => {
    const { direct, bucket, open, reader } = await setUp();
    const log = open('a');
    await log.emit(eventAt(1));
    await log.close();
    const strange = { Bucket: bucket, Body: 'torn\n', ChecksumAlgorithm: 'SHA256' } as const;
    const Key = 'runs/run-1/events/a/000002.jsonl';
    await direct.send(new PutObjectCommand({ ...strange, Key }));
    await direct.send(new PutObjectCommand({ ...strange, Key: 'runs/run-1/events/stray' }));
    const { events, damaged } = await reader.read(run);
    expect(timesOf(events)).toEqual([1]);
    expect(damaged).toEqual([
      { place: `${Key}:1`, text: 'torn' },
      { place: 'runs/run-1/events/stray:1', text: 'torn' },
    ]);
  });
});

const waiting = { timeout: 20_000, interval: 10 };

function fileOf(path: string): string | undefined {
  return path.split('?')[0]?.split('/').at(-1);
}
