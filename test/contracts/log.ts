import { describe, expect, it } from 'vitest';
import type { Log } from '#base/needs/log.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogEntry {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface LogHarness {
  readonly log: Log;
  /** The lines written so far, read back. */
  readonly entries: () => readonly LogEntry[];
}

/** What every log promises. */
export function logContract(name: string, makeHarness: (level: LogLevel) => LogHarness): void {
  describe(`${name} logs`, () => {
    linesContract(makeHarness);
    safetyContract(makeHarness);
  });
}

function linesContract(makeHarness: (level: LogLevel) => LogHarness): void {
  it('writes one line an entry with level, message and fields', () => {
    const harness = makeHarness('debug');
    harness.log.debug('debugging');
    harness.log.info('run started', { runId: 'run-1', count: 3 });
    harness.log.warn('slow', { note: 'two\nlines and "quotes"' });
    harness.log.error('failed', { ok: false, list: ['a', 1] });
    expect(harness.entries()).toEqual([
      { level: 'debug', message: 'debugging', fields: {} },
      { level: 'info', message: 'run started', fields: { runId: 'run-1', count: 3 } },
      { level: 'warn', message: 'slow', fields: { note: 'two\nlines and "quotes"' } },
      { level: 'error', message: 'failed', fields: { ok: false, list: ['a', 1] } },
    ]);
  });

  it('writes nothing below its level', () => {
    const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];
    for (const [index, level] of levels.entries()) {
      const harness = makeHarness(level);
      harness.log.debug('a');
      harness.log.info('b');
      harness.log.warn('c');
      harness.log.error('d');
      expect(harness.entries()).toHaveLength(index + 1);
    }
  });

  it('tells an error with its cause', () => {
    const harness = makeHarness('debug');
    const cause = Object.assign(new RangeError('too far'), { code: 'E_FAR' });
    harness.log.error('failed', { error: new Error('no luck', { cause }) });
    expect(harness.entries()[0]?.fields['error']).toMatchObject({
      name: 'Error',
      message: 'no luck',
      stack: expect.stringContaining('contracts/log.ts'),
      cause: { name: 'RangeError', message: 'too far', code: 'E_FAR' },
    });
  });

  it('keeps fields that bear the names of its own parts', () => {
    const harness = makeHarness('info');
    harness.log.info('told', { message: 'm-value', level: 'l-value', timestamp: 't-value' });
    const [entry] = harness.entries();
    expect(entry).toMatchObject({ level: 'info', message: 'told' });
    const values = Object.values(entry?.fields ?? {});
    expect(values).toEqual(expect.arrayContaining(['m-value', 'l-value', 't-value']));
  });
}

function safetyContract(makeHarness: (level: LogLevel) => LogHarness): void {
  it('masks secrets by name and by shape, wherever they stand', () => {
    const harness = makeHarness('info');
    const token = `ghs_${'a1B2'.repeat(9)}`;
    harness.log.info(`cloned with ${token}`, {
      headers: { Authorization: 'Bearer abc.def-ghi', accept: 'x' },
      apiKey: 'k-1',
      url: `https://x:${token}@github.com`,
      error: new Error(`denied for ${token}`, { cause: { password: 'p-1' } }),
      tokensUsed: 12,
    });
    const text = JSON.stringify(harness.entries());
    for (const secret of [token, 'k-1', 'p-1', 'abc.def-ghi']) expect(text).not.toContain(secret);
    expect(harness.entries()[0]?.message).toBe('cloned with [masked]');
    expect(harness.entries()[0]?.fields).toMatchObject({
      headers: { Authorization: '[masked]', accept: 'x' },
      apiKey: '[masked]',
      error: { message: 'denied for [masked]', cause: { password: '[masked]' } },
      tokensUsed: 12,
    });
  });

  it('survives values that cannot be written as they are', () => {
    const harness = makeHarness('info');
    const circle: Record<string, unknown> = { name: 'circle' };
    circle['self'] = circle;
    const hostile = {
      get trap() {
        throw new Error('trap');
      },
    };
    const unwritten = { big: 10n, none: undefined, nan: Number.NaN, call: () => 1 };
    harness.log.info('odd', { circle, hostile, bytes: new Uint8Array(5), ...unwritten });
    expect(harness.entries()[0]?.fields).toMatchObject({
      circle: { name: 'circle', self: '[circular]' },
      hostile: '[unreadable]',
      bytes: '[5 bytes]',
      nan: 'NaN',
      call: '[function]',
    });
  });
}
