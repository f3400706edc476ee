import { describe, expect, it } from 'vitest';
import { type Event, event } from '#model/event.ts';
import { type RunId, runId } from '#model/ids.ts';
import type { EventLog } from '#repair/needs/events.ts';
import type { EventReading } from '../support/read-events.ts';

export interface EventsHarness {
  /** What the logs of a run wrote. */
  readonly read: (run: RunId) => Promise<EventReading>;
  /** A log of this run, as another worker would open it. */
  readonly open: (run: RunId) => EventLog;
}

/** What every event log promises; the harness gives an empty one. */
export function eventsContract(name: string, makeHarness: () => Promise<EventsHarness>): void {
  describe(`${name} keeps events`, () => {
    acceptingContract(makeHarness);
    keepingContract(makeHarness);
  });
}

export const run = runId.parse('run-1');

/** An event of the run; the number is its time in milliseconds. */
export function eventAt(milliseconds: number, more: Readonly<Record<string, unknown>> = {}): Event {
  return event.parse({
    schema_version: 1,
    ts: new Date(Date.UTC(2026, 0, 1) + milliseconds).toISOString(),
    run_id: run,
    level: 'info',
    event_type: 'task_queued',
    payload: { at: milliseconds },
    ...more,
  });
}

export function timesOf(events: readonly Event[]): unknown[] {
  return events.map(({ payload }) => payload['at']);
}

function acceptingContract(makeHarness: () => Promise<EventsHarness>): void {
  it('gives back what was emitted, whatever stands in it', async () => {
    const { open, read } = await makeHarness();
    const log = open(run);
    const payload = { text: 'two\nlines "quoted" \u2028 🙂 \0', deep: { list: [1, null, true] } };
    const full = { task_id: 'task-1', attempt_id: 'task-1/2', tool: 'ruff', level: 'error' };
    const emitted = eventAt(1, { ...full, payload });
    await log.emit(emitted);
    await log.flush();
    expect(await read(run)).toEqual({ events: [emitted], damaged: [] });
    await log.close();
  });

  it('keeps the order of emits that nobody waited for', async () => {
    const { open, read } = await makeHarness();
    const log = open(run);
    const emits = Array.from({ length: 200 }, (_, index) =>
      log.emit(eventAt(0, { payload: { at: index } })),
    );
    await Promise.all(emits);
    await log.close();
    const { events } = await read(run);
    expect(timesOf(events)).toEqual(Array.from({ length: 200 }, (_, index) => index));
  });

  it('makes everything emitted before a flush durable, also while a flush is under way', async () => {
    const { open, read } = await makeHarness();
    const log = open(run);
    for (let round = 0; round < 5; round += 1) {
      await log.emit(eventAt(round * 2));
      const flushing = log.flush();
      await log.emit(eventAt(round * 2 + 1));
      await Promise.all([flushing, log.flush()]);
      expect((await read(run)).events).toHaveLength(round * 2 + 2);
    }
    await log.close();
  });

  it('keeps a very large event whole', async () => {
    const { open, read } = await makeHarness();
    const log = open(run);
    const text = 'é'.repeat(2 ** 20);
    await log.emit(eventAt(1, { payload: { at: 1, text } }));
    await log.emit(eventAt(2));
    await log.close();
    const { events } = await read(run);
    expect(events.map(({ payload }) => payload['text'])).toEqual([text, undefined]);
  });

  it('flushes when it is closed, and then refuses events', async () => {
    const { open, read } = await makeHarness();
    const log = open(run);
    await log.emit(eventAt(1));
    await log.close();
    await expect(log.emit(eventAt(2))).rejects.toThrow(/event log of run run-1 is closed/);
    await log.close();
    expect(timesOf((await read(run)).events)).toEqual([1]);
  });

  it('refuses what is no event of its run, and keeps nothing of it', async () => {
    const { open, read } = await makeHarness();
    const log = open(run);
    const foreign = eventAt(1, { run_id: runId.parse('run-2') });
    await expect(log.emit(foreign)).rejects.toThrow(
      /belongs to run run-2, this log is of run run-1/,
    );
    const unnamed = { ...eventAt(1), event_type: 'Not A Type' };
    await expect(log.emit(unnamed)).rejects.toThrow(/lower-case words/);
    await log.emit(eventAt(2));
    await log.close();
    expect(timesOf((await read(run)).events)).toEqual([2]);
  });

  it('has nothing to do when nothing was emitted', async () => {
    const { open, read } = await makeHarness();
    const log = open(run);
    await log.flush();
    await log.close();
    expect(await read(run)).toEqual({ events: [], damaged: [] });
  });
}

function keepingContract(makeHarness: () => Promise<EventsHarness>): void {
  it('keeps the events of several workers', async () => {
    const { open, read } = await makeHarness();
    const [one, two] = [open(run), open(run)];
    for (const at of [1, 4, 5]) await one.emit(eventAt(at));
    for (const at of [2, 3, 6]) await two.emit(eventAt(at));
    await Promise.all([one.close(), two.close()]);
    expect(timesOf((await read(run)).events)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('goes on where an earlier log of the run ended', async () => {
    const { open, read } = await makeHarness();
    for (const at of [1, 2, 3]) {
      const log = open(run);
      await log.emit(eventAt(at));
      await log.close();
    }
    expect(timesOf((await read(run)).events)).toEqual([1, 2, 3]);
  });

  it('keeps the events of runs apart', async () => {
    const { open, read } = await makeHarness();
    const second = runId.parse('run-1.2');
    const [one, two] = [open(run), open(second)];
    await one.emit(eventAt(1));
    await two.emit(eventAt(2, { run_id: second }));
    await Promise.all([one.close(), two.close()]);
    expect(timesOf((await read(run)).events)).toEqual([1]);
    expect(timesOf((await read(second)).events)).toEqual([2]);
  });
}
