import * as fc from 'fast-check';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { readJsonReport } from '#check/rules/outcome/json-report.ts';

const stateOf = (text: string | undefined): string => {
  const reading = readJsonReport(text, z.unknown());
  return reading.kind === 'read' ? 'read' : reading.state;
};

describe('a report that should be JSON', () => {
  it.each([
    [undefined, 'absent'],
    [' \n', 'empty'],
    ['{"a": [1, true, "x"]}', 'read'],
    ['No data to report.', 'unparseable'],
    ['[WARN] nothing to do', 'unparseable'],
    ['{"a": 1} and then some text', 'unparseable'],
    ['[1, 2', 'truncated'],
    ['[1, 2.', 'truncated'],
    ['[1, 2e', 'truncated'],
    ['[-', 'truncated'],
    ['[tr', 'truncated'],
    ['[trap', 'unparseable'],
    ['[1 2', 'unparseable'],
    ['[1,]', 'unparseable'],
    ['[01, 2', 'unparseable'],
    ['{"a', 'truncated'],
    [String.raw`{"a\"`, 'truncated'],
    [String.raw`["a\\", 1`, 'truncated'],
    [String.raw`["a\\" 1`, 'unparseable'],
    ['{"a"', 'truncated'],
    ['{"a" 1', 'unparseable'],
    ['{"a":', 'truncated'],
    ['{"a":}', 'unparseable'],
    ['{"a": 1,', 'truncated'],
    ['{"a": 1, }', 'unparseable'],
    ['{1: 2', 'unparseable'],
    ['{"a": ["b"}', 'unparseable'],
    ['[{"a": 1]', 'unparseable'],
    ['[1, @@garbage@@, {"b": 2}]', 'unparseable'],
    ['[1, @@garbage@@, {"b":', 'unparseable'],
    ['[] []', 'unparseable'],
  ])('%j is %s', (text, state) => {
    expect(stateOf(text)).toBe(state);
  });

  it('is truncated wherever it was cut', () => {
    const whole = fc.oneof(
      fc.array(fc.jsonValue(), { minLength: 1 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    fc.assert(
      fc.property(whole, fc.nat(), fc.constantFrom(undefined, 2), (value, at, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(stateOf(text)).toBe('read');
        expect(stateOf(text.slice(0, 1 + (at % (text.length - 1))))).toBe('truncated');
      }),
      { numRuns: 1_000 },
    );
  });

  it('is never a reason to throw or to take long', () => {
    const size = 2_000_000;
    expect(stateOf('['.repeat(size))).toBe('truncated');
    expect(stateOf(`["${'x'.repeat(size)}`)).toBe('truncated');
    expect(stateOf(`["${'\\'.repeat(size)}"`)).toBe('truncated');
    expect(stateOf(`["${String.raw`\"`.repeat(size)}`)).toBe('truncated');
    expect(stateOf(`[${'1'.repeat(size)}`)).toBe('unparseable');
  });
});
