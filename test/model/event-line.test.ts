import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEventLine } from '#model/event-line.ts';
import { event } from '#model/event.ts';
import { runId } from '#model/ids.ts';
import { readEvents } from '../support/read-events.ts';

const run = runId.parse('run-1');
const base = { schema_version: 1, run_id: 'run-1', level: 'info', event_type: 'seen' } as const;

const anyEvent = fc
  .record({
    ts: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    payload: fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
  })
  .map((varying) => event.parse({ ...base, ...varying }));

describe('lines of events', () => {
  it('give back what was written', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 5 }), (events) => {
        const text = events.map((one) => formatEventLine(one, run)).join('');
        expect(text.split('\n')).toHaveLength(events.length + 1);
        const written = events.map((one) => JSON.parse(JSON.stringify(one)));
        const lines = text.trimEnd().split('\n').filter(Boolean);
        expect(lines.map((line) => JSON.parse(line))).toEqual(written);
      }),
    );
  });

  it('lose none but the last when they are cut anywhere', () => {
    const events = [1, 2, 3].map((at) =>
      event.parse({ ...base, ts: '2026-01-01T00:00:00Z', payload: { at, text: 'é"\\\n' } }),
    );
    const lines = events.map((one) => formatEventLine(one, run));
    const text = lines.join('');
    for (let end = 0; end <= text.length; end += 1) {
      const read = readEvents(text.slice(0, end), run);
      const whole = lines.filter(
        (_, index) => end >= lines.slice(0, index + 1).join('').length - 1,
      );
      expect(read.events).toHaveLength(whole.length);
      expect(read.damaged.length).toBeLessThanOrEqual(1);
    }
  });
});
