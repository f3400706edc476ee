import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventAt, timesOf } from '../contracts/events.ts';
import type { Fault, ProxiedRequest } from '../support/faulty-proxy.ts';
import { type Moto, motoStartMs, startMoto } from '../support/moto.ts';
import { setUpEventLogs } from '../support/s3-event-logs.ts';

let moto: Moto;
beforeAll(async () => {
  moto = await startMoto();
}, motoStartMs);
afterAll(() => moto.stop());

/** Puts fail in this way until the outage is ended. */
async function setUp(fault: Fault) {
  let over = false;
  const plan = ({ method }: ProxiedRequest) => (method === 'PUT' && !over ? fault : undefined);
  const end = () => {
    over = true;
  };
  return { ...(await setUpEventLogs(moto, plan)), end };
}

const slowDown: Fault = {
  kind: 'answer',
  status: 503,
  body: '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
};

describe('events during an outage of S3', () => {
  it('stay in the buffer, in order, and are written once when it is over', async () => {
    const { open, end, keys, times, warnings } = await setUp(slowDown);
    const log = open('a');
    await log.emit(eventAt(1));
    await expect(log.flush()).rejects.toThrow(/reduce your request rate/);
    await log.emit(eventAt(2));
    await expect(log.flush()).rejects.toThrow(/reduce your request rate/);
    await log.emit(eventAt(3));
    expect(warnings).toEqual(['events wait for S3', 'events wait for S3']);
    end();
    await log.flush();
    expect(await times()).toEqual([1, 2, 3]);
    expect(await keys()).toEqual(['a/000001.jsonl', 'a/000002.jsonl']);
    await log.close();
  });

  it('are written by the schedule alone, without any further call', async () => {
    const { open, end, clock, times, warnings } = await setUp({ kind: 'drop' });
    const log = open('a');
    await log.emit(eventAt(1));
    for (const count of [1, 2]) {
      clock.advance(5_000);
      await vi.waitFor(() => expect(warnings).toHaveLength(count), waiting);
      await vi.waitFor(() => expect(clock.sleeping()).toEqual([5_000]), waiting);
    }
    end();
    clock.advance(5_000);
    await vi.waitFor(async () => expect(await times()).toEqual([1]), waiting);
    await log.close();
  });

  it('slow down nobody once the outage is known', async () => {
    const { open, requests, warnings } = await setUp({ kind: 'drop' });
    const log = open('a');
    const text = 'x'.repeat(300_000);
    await log.emit(eventAt(1, { payload: { text } }));
    expect(warnings).toHaveLength(1);
    const before = requests.length;
    for (let at = 2; at < 6; at += 1) await log.emit(eventAt(at, { payload: { text } }));
    expect(requests).toHaveLength(before);
  });

  it('are refused, not dropped, when too many wait', async () => {
    const { open, end, reader } = await setUp({ kind: 'drop' });
    const log = open('a');
    const text = 'x'.repeat(2 * 2 ** 20);
    let accepted = 0;
    const emitUntilRefused = async () => {
      for (; accepted < 20; accepted += 1) {
        await log.emit(eventAt(accepted, { payload: { at: accepted, text } }));
      }
    };
    await expect(emitUntilRefused()).rejects.toThrow(/is not accepted: \d+ bytes .* wait for S3/);
    expect(accepted).toBeGreaterThanOrEqual(8);
    end();
    await log.close();
    const { events } = await reader.read(eventAt(0).run_id);
    expect(timesOf(events)).toEqual(Array.from({ length: accepted }, (_, index) => index));
  });

  it('make closing fail, which can be tried again', async () => {
    const { open, end, times } = await setUp({ kind: 'drop' });
    const log = open('a');
    await log.emit(eventAt(1));
    await expect(log.close()).rejects.toThrow(/ECONNRESET|socket hang up/);
    await expect(log.emit(eventAt(2))).rejects.toThrow(/closed/);
    end();
    await log.close();
    expect(await times()).toEqual([1]);
  });
});

describe('a put whose answer was lost', () => {
  it('is recognised when it is repeated', async () => {
    let lost = 0;
    const plan = ({ method }: ProxiedRequest): Fault | undefined =>
      method === 'PUT' && (lost += 1) === 1 ? { kind: 'drop-answer' } : undefined;
    const { open, keys, times } = await setUpEventLogs(moto, plan);
    const log = open('a');
    await log.emit(eventAt(1));
    await log.flush();
    await log.emit(eventAt(2));
    await log.close();
    expect(await keys()).toEqual(['a/000001.jsonl', 'a/000002.jsonl']);
    expect(await times()).toEqual([1, 2]);
  });

  it('is recognised by a later flush too, and doubles no event', async () => {
    const { open, end, keys, times } = await setUp({ kind: 'drop-answer' });
    const log = open('a');
    await log.emit(eventAt(1));
    await expect(log.flush()).rejects.toThrow(/ECONNRESET|socket hang up/);
    await log.emit(eventAt(2));
    end();
    await log.close();
    expect(await keys()).toEqual(['a/000001.jsonl', 'a/000002.jsonl']);
    expect(await times()).toEqual([1, 2]);
  });

  it('is recognised when even the question about it fails at first', async () => {
    let heads = 0;
    const plan = ({ method, count }: ProxiedRequest): Fault | undefined => {
      if (method === 'HEAD') return (heads += 1) === 1 ? { kind: 'drop' } : undefined;
      return method === 'PUT' && count === 1 ? { kind: 'drop-answer' } : undefined;
    };
    const { open, keys, times } = await setUpEventLogs(moto, plan);
    const log = open('a');
    await log.emit(eventAt(1));
    await expect(log.flush()).rejects.toThrow(/ECONNRESET|socket hang up/);
    await log.flush();
    await log.close();
    expect(await keys()).toEqual(['a/000001.jsonl']);
    expect(await times()).toEqual([1]);
  });
});

const waiting = { timeout: 20_000, interval: 10 };
