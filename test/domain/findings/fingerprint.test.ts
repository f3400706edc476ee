import { describe, expect, it } from 'vitest';
import { fingerprints } from '#domain/findings/fingerprint.ts';
import { found, hash, identified, type Files } from './project.ts';

const files: Files = { 'a.py': ['pass', 'x = 1', 'pass', 'pass'] };

const ofLines = (...lines: readonly number[]) =>
  fingerprints(
    { hash },
    identified(
      files,
      lines.map((line) => found('a.py', line)),
    ),
  );

describe('fingerprints', () => {
  it('carries the version of its scheme and an ordinal', () => {
    expect(ofLines(2)).toEqual([expect.stringMatching(/^rtchr1:[a-z2-7]{12}:1$/)]);
  });

  it('counts findings of the same line text from the top, whatever their order', () => {
    const [first, second, third] = ofLines(1, 3, 4);
    expect([first, second, third].map((name) => name?.split(':')[2])).toEqual(['1', '2', '3']);
    expect(new Set([first, second, third].map((name) => name?.split(':')[1])).size).toBe(1);
    expect(ofLines(4, 1, 3)).toEqual([third, first, second]);
  });

  it.each([
    ['another engine', { tool: 'mypy' }],
    ['another rule', { symbol: 'F841' }],
  ])('is another one for %s', (_, different) => {
    const [other] = fingerprints({ hash }, identified(files, [found('a.py', 2, different)]));
    expect(other).not.toBe(ofLines(2)[0]);
  });

  it('stays through other messages and other neighbours', () => {
    const other: Files = { 'a.py': ['x = 1'] };
    const findings = identified(other, [found('a.py', 1, { message: 'said otherwise' })]);
    expect(fingerprints({ hash }, findings)).toEqual(ofLines(2));
  });

  it('stays through a rename that is known, and only then', () => {
    const renamed = identified({ 'b.py': files['a.py'] ?? [] }, [found('b.py', 2)]);
    expect(fingerprints({ hash }, renamed, new Map([['b.py', 'a.py']]))).toEqual(ofLines(2));
    expect(fingerprints({ hash }, renamed)).not.toEqual(ofLines(2));
  });
});
