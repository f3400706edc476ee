import { describe, expect, it } from 'vitest';
import { fingerprintFindings } from '#check/rules/findings/fingerprint.ts';
import type { Identifiable } from '#check/rules/findings/identity.ts';
import { found, hash, sourceOf, type Files } from './project.ts';

const files: Files = { 'a.py': ['pass', 'x = 1', 'pass', 'pass'] };

const namesIn = (source: Files, findings: readonly Identifiable[], renames?: Map<string, string>) =>
  fingerprintFindings({ hash, sourceOf: sourceOf(source) }, findings, renames);

const ofLines = (...lines: readonly number[]) =>
  namesIn(
    files,
    lines.map((line) => found('a.py', line)),
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
    const [other] = namesIn(files, [found('a.py', 2, different)]);
    expect(other).not.toBe(ofLines(2)[0]);
  });

  it('stays through other messages and other neighbours', () => {
    const other: Files = { 'a.py': ['x = 1'] };
    const findings = [found('a.py', 1, { message: 'said otherwise' })];
    expect(namesIn(other, findings)).toEqual(ofLines(2));
  });

  it('stays through a rename that is known, and only then', () => {
    const renamed = { 'b.py': files['a.py'] ?? [] };
    const findings = [found('b.py', 2)];
    expect(namesIn(renamed, findings, new Map([['b.py', 'a.py']]))).toEqual(ofLines(2));
    expect(namesIn(renamed, findings)).not.toEqual(ofLines(2));
  });
});
