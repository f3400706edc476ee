import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUnixLines, usualLine } from '#check/rules/outcome/unix-lines.ts';

const usual = new RegExp(usualLine);
const findingsIn = (text: string, pattern = usual) => {
  const reading = readUnixLines(text, pattern);
  return reading.kind === 'read' ? reading.diagnostics : [];
};

describe('a line of a text report', () => {
  it.each([
    [
      'a.sh:3:7: warning: Double quote this. [SC2086]',
      {
        path: 'a.sh',
        line: 3,
        column: 7,
        severity: 'medium',
        message: 'Double quote this.',
        rule: 'SC2086',
      },
    ],
    [
      './b c.py:12: error: no [x] here',
      {
        path: './b c.py',
        line: 12,
        column: null,
        severity: 'high',
        message: 'no [x] here',
        rule: null,
      },
    ],
    [
      'c.yml:1:1: note: fine\r',
      { path: 'c.yml', line: 1, column: 1, severity: 'low', message: 'fine' },
    ],
    ['d.go:9:2: undefined: x', { path: 'd.go', line: 9, column: 2, message: 'undefined: x' }],
    ['e.c:1:2: fatal error: gone', { severity: 'high', message: 'gone' }],
    ['\u{1B}[1me.go:9:\u{1B}[0m boom', { path: 'e.go', line: 9, message: 'boom' }],
  ])('%j is a finding by the usual pattern', (line, finding) => {
    expect(findingsIn(`\nChecking...\n${line}\nDone: 1 problem\n`)).toMatchObject([finding]);
  });

  it.each([
    ['error E1 at line 0 in ', { path: null, line: null, rule: 'E1' }],
    ['error E1 at line 4 in x.c', { path: 'x.c', line: 4, rule: 'E1' }],
  ])('%j is one by a pattern of its own', (line, finding) => {
    const pattern = /^(?<message>error (?<rule>\w+)) at line (?<line>\d+) in (?<path>.*)$/;
    expect(findingsIn(line, pattern)).toMatchObject([finding]);
  });

  it('says all of itself where the message is empty', () => {
    expect(findingsIn('x.c:', /^(?<path>.*):(?<message>.*)$/)).toMatchObject([{ message: 'x.c:' }]);
  });

  it.each([
    ['fatal', 'high'],
    ['ERROR', 'high'],
    ['E', 'high'],
    ['warning', 'medium'],
    ['W', 'medium'],
    ['whatever', 'medium'],
    ['info', 'low'],
    ['style', 'low'],
  ])('of %s is %s', (word, severity) => {
    const pattern = /^(?<severity>\w+): (?<message>.*)$/;
    expect(findingsIn(`${word}: m`, pattern)).toMatchObject([{ severity }]);
  });

  it('is read as far as its first thousand characters', () => {
    const [found] = findingsIn(`a:1: ${'x'.repeat(5_000)}`);
    expect(found?.message).toHaveLength(1_000 - 'a:1: '.length);
  });
});

describe('a text report', () => {
  it.each(['', 'all is well\n'])('that is %j is one of none', (text) => {
    expect(readUnixLines(text, usual)).toEqual({ kind: 'read', diagnostics: [] });
  });

  it('may be absent', () => {
    expect(readUnixLines(undefined, usual)).toEqual({ kind: 'broken', state: 'absent' });
  });

  it('is never a reason to throw', () => {
    const line = fc.stringMatching(/^[^:\n]{0,9}:\d{0,20}:(\d{0,3}:)? (\w+: )?.{0,20}$/);
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        for (const found of findingsIn(lines.join('\n')))
          expect(found.line ?? 1).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
