import { describe, expect, it } from 'vitest';
import { createTextLog } from '#platform/system/text-log.ts';
import { type LogEntry, logContract, type LogLevel } from '../../contracts/log.ts';
import { createManualClock } from '../../support/manual-clock.ts';

function makeHarness(level: LogLevel) {
  const written: string[] = [];
  const output = { write: (text: string) => written.push(text) > 0 };
  const log = createTextLog({ clock: createManualClock(), output }, { level });
  return { log, written, entries: () => written.map(readLine) };
}

function readLine(line: string): LogEntry {
  const [, level = '', message = '', rest = ''] =
    /^\S+Z (\w+) +(.*?)((?: [^\s=]+=(?:[^\s"{[]\S*|["{[].*))*)\n$/.exec(line) ?? [];
  const fields = [...rest.matchAll(/ ([^\s=]+)=((?:[{["].*?[}\]"]|[^\s"{[]\S*))(?= [^\s=]+=|$)/g)];
  return {
    level,
    message,
    fields: Object.fromEntries(fields.map(([, key = '', value = '']) => [key, readValue(value)])),
  };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

logContract('text', makeHarness);

describe('a line for people', () => {
  it('reads as time, level, message and fields', () => {
    const { log, written } = makeHarness('info');
    log.info('run started', { runId: 'run-1', path: 'lib/a b.ts', count: 3, none: null });
    log.warn('slow');
    expect(written).toEqual([
      '2026-01-01T00:00:00.000Z info  run started runId=run-1 path="lib/a b.ts" count=3 none=null\n',
      '2026-01-01T00:00:00.000Z warn  slow\n',
    ]);
  });

  it('shows stacks at level debug only', () => {
    const error = new Error('no luck', { cause: new Error('deeper') });
    const { log, written } = makeHarness('info');
    log.error('failed', { error });
    const shown =
      '{"name":"Error","message":"no luck","cause":{"name":"Error","message":"deeper"}}';
    expect(written[0]?.endsWith(` failed error=${shown}\n`)).toBe(true);
    const verbose = makeHarness('debug');
    verbose.log.error('failed', { error });
    expect(verbose.written[0]).toContain('text-log.test.ts');
  });

  it('lets no text move the cursor, start a line or turn it around', () => {
    const { log, written } = makeHarness('info');
    const hostile = '\u001b[2J\u009b31m\u202e\r\n\u2028fake';
    log.info(hostile, { [`key${hostile}`]: hostile, bare: '\u001b[31m' });
    const [line = ''] = written;
    expect(written).toHaveLength(1);
    expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
    expect(line).toContain('\\u001b[2J\\u009b31m\\u202e');
  });
});
