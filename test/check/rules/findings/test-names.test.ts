import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOfTest, renamedTest } from '#check/rules/findings/test-names.ts';

const separators = ['::', ' > '] as const;

const path = fc
  .array(fc.stringMatching(/^[a-z_]{1,4}(?:\.[a-z]{1,3})?$/), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));

const tail = fc
  .array(fc.stringMatching(/^[a-zA-Z_[\]/. -]{1,8}$/), { maxLength: 3 })
  .chain((names) =>
    fc
      .constantFrom(...separators)
      .map((separator) => names.map((name) => `${separator}${name}`).join('')),
  );

describe('the name of a test', () => {
  it('follows its file, whatever stands behind', () => {
    fc.assert(
      fc.property(path, path, tail, (from, to, rest) => {
        expect(renamedTest(`${from}${rest}`, new Map([[from, to]]))).toBe(`${to}${rest}`);
      }),
    );
  });

  it('stays where another file or folder has moved, however alike their paths begin', () => {
    fc.assert(
      fc.property(path, path, tail, path, (file, to, rest, other) => {
        fc.pre(other !== file);
        const name = `${file}${rest}`;
        expect(renamedTest(name, new Map([[other, to]]))).toBe(name);
      }),
    );
    fc.assert(
      fc.property(path, fc.stringMatching(/^[a-z0-9/_.]{1,4}$/), tail, (from, more, rest) => {
        const name = `${from}${more}${rest}`;
        expect(renamedTest(name, new Map([[from, 'elsewhere']]))).toBe(name);
      }),
    );
  });

  it('follows one rename, also where two files change places', () => {
    const swapped = new Map([
      ['test_a.py', 'test_b.py'],
      ['test_b.py', 'test_a.py'],
    ]);
    expect(renamedTest('test_a.py::one', swapped)).toBe('test_b.py::one');
    expect(renamedTest('test_b.py::two', swapped)).toBe('test_a.py::two');
  });

  it('begins with its file', () => {
    expect(fileOfTest('tests/test_a.py::Class::test[a::b]')).toBe('tests/test_a.py');
    expect(fileOfTest('test/a.test.ts > suite > name :: more')).toBe('test/a.test.ts');
    expect(fileOfTest('tests/test_a.py')).toBe('tests/test_a.py');
  });
});
