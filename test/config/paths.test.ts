import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPath, parsePath } from '#config/paths.ts';

describe('paths of settings', () => {
  it('are written as people read them', () => {
    expect(formatPath([])).toBe('');
    expect(formatPath(['setup', 0, 'run', 12])).toBe('setup[0].run[12]');
    expect(formatPath(['tools', 'python3.12'])).toBe('tools."python3.12"');
    expect(formatPath(['a\nb'])).toBe(String.raw`"a\nb"`);
    expect(formatPath(['x'.repeat(99)])).toBe(`"${'x'.repeat(60)}..."`);
  });

  it('are read back as they were', () => {
    const keys = fc.stringMatching(/^[A-Za-z0-9_.+@-]{1,40}$/).filter((key) => key !== '__proto__');
    fc.assert(
      fc.property(fc.array(keys, { minLength: 1 }), (path) => {
        expect(parsePath(formatPath(path))).toEqual(path);
      }),
    );
  });

  it.each(['', '.', 'a.', '.a', 'a..b', 'a"b', '"a', '"a"b', 'a.__proto__'])('%j is none', (text) =>
    expect(parsePath(text)).toBeUndefined(),
  );
});
