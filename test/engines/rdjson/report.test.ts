import { describe, expect, it } from 'vitest';
import { readRdjson } from '#check/rules/outcome/rdjson.ts';
import { recorded } from '../recorded.ts';

const text = recorded('rdjson/ruff.json');
const line = (severity: unknown) =>
  JSON.stringify({ message: 'm', location: { path: 'a' }, severity, code: { value: 'X' } });

describe('a report in the format of reviewdog', () => {
  it('may be one document', () => {
    const reading = readRdjson(text);
    expect(reading.kind === 'read' && reading.diagnostics[2]).toEqual({
      severity: 'medium',
      rule: 'I001',
      message: 'Import block is un-sorted or un-formatted',
      path: '/repo/d.py',
      line: 1,
      column: 1,
    });
  });

  it('may have one severity for all of it', () => {
    const whole = '{"severity":"ERROR","diagnostics":[{"message":"","location":{"path":""}}]}';
    expect(readRdjson(whole)).toMatchObject({
      diagnostics: [{ severity: 'high', path: null, message: 'The tool gives no message.' }],
    });
  });

  it('may be a diagnostic on each line', () => {
    const lines = ['ERROR', 1, 'WARNING', 2, 'INFO', 3, 'other'].map(line).join('\n');
    const reading = readRdjson(`${lines}\n`);
    const told = reading.kind === 'read' ? reading.diagnostics : [];
    expect(told.map(({ severity }) => severity)).toEqual([
      'high',
      'high',
      'medium',
      'medium',
      'low',
      'low',
      'medium',
    ]);
    expect(readRdjson(line('ERROR'))).toMatchObject({ diagnostics: [{ rule: 'X', line: null }] });
  });

  it.each([
    [undefined, 'absent'],
    ['', 'empty'],
    ['usage: tool', 'unparseable'],
    [text.slice(0, 300), 'truncated'],
    [`${line(1)}\n${line(1).slice(0, 20)}`, 'truncated'],
    [`${line(1)}\n{"message":"m"}`, 'invalid'],
    ['[]', 'invalid'],
  ])('%j is %s', (given, state) => {
    expect(readRdjson(given)).toEqual({ kind: 'broken', state });
  });
});
