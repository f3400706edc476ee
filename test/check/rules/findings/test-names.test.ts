import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fileOfTest,
  idInRoot,
  followTestFile,
  testInRepository,
  testOfFile,
} from '#check/rules/findings/test-names.ts';

const separators = ['::', ' > '] as const;

const path = fc
  .array(fc.stringMatching(/^[a-z_]{1,4}(?:\.[a-z]{1,3})?$/), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));

/** Paths in which the signs stand that end a path in an id. */
const oddPath = fc
  .tuple(path, fc.constantFrom('::', ' > ', '.'), path)
  .map((parts) => parts.join(''));

const tail = fc
  .array(fc.stringMatching(/^[a-zA-Z_[\]/. -]{1,8}$/), { maxLength: 3 })
  .chain((names) =>
    fc
      .constantFrom(...separators)
      .map((separator) => names.map((name) => `${separator}${name}`).join('')),
  );

describe('a test whose runner names its file', () => {
  it('follows that file alone, however its path reads', () => {
    fc.assert(
      fc.property(oddPath, oddPath, tail, oddPath, (file, to, rest, other) => {
        fc.pre(other !== file);
        const test = testOfFile(file, rest);
        expect(fileOfTest(test)).toBe(file);
        expect(followTestFile(test, new Map([[file, to]]))).toEqual(testOfFile(to, rest));
        expect(followTestFile(test, new Map([[other, to]]))).toBe(test);
      }),
    );
  });

  it('has the id that it has without, so that what was recorded before is found again', () => {
    fc.assert(
      fc.property(path, path, tail, (file, to, rest) => {
        const [test, renames] = [testOfFile(file, rest), new Map([[file, to]])];
        expect(followTestFile({ id: test.id }, renames).id).toBe(followTestFile(test, renames).id);
      }),
    );
  });
});

describe('a test of which only the id is known', () => {
  it('follows its file, whatever stands behind', () => {
    fc.assert(
      fc.property(path, path, tail, (from, to, rest) => {
        const moved = followTestFile({ id: `${from}${rest}` }, new Map([[from, to]]));
        expect(moved.id).toBe(`${to}${rest}`);
      }),
    );
  });

  it('stays where another file or folder has moved, however alike their paths begin', () => {
    fc.assert(
      fc.property(path, path, tail, path, (file, to, rest, other) => {
        fc.pre(other !== file);
        const test = { id: `${file}${rest}` };
        expect(followTestFile(test, new Map([[other, to]]))).toBe(test);
      }),
    );
    fc.assert(
      fc.property(path, fc.stringMatching(/^[a-z0-9/_.]{1,4}$/), tail, (from, more, rest) => {
        const test = { id: `${from}${more}${rest}` };
        expect(followTestFile(test, new Map([[from, 'elsewhere']]))).toBe(test);
      }),
    );
  });

  it('begins with its file', () => {
    expect(fileOfTest({ id: 'tests/test_a.py::Class::test[a::b]' })).toBe('tests/test_a.py');
    expect(fileOfTest({ id: 'test/a.test.ts > suite > name :: more' })).toBe('test/a.test.ts');
    expect(fileOfTest({ id: 'tests/test_a.py' })).toBe('tests/test_a.py');
  });
});

it('follows one rename, also where two files change places', () => {
  const swapped = new Map([
    ['test_a.py', 'test_b.py'],
    ['test_b.py', 'test_a.py'],
  ]);
  expect(followTestFile({ id: 'test_a.py::one' }, swapped).id).toBe('test_b.py::one');
  expect(followTestFile({ id: 'test_b.py::two' }, swapped).id).toBe('test_a.py::two');
});

it('is named with the folder of its runner, and by the runner without', () => {
  const test = { ...testOfFile('tests/a.py', '::one'), skipped: true };
  const below = { ...testOfFile('web/tests/a.py', '::one'), skipped: true };
  expect(testInRepository(test, 'web')).toEqual(below);
  expect(testInRepository({ id: 'com.A::one' }, 'web')).toEqual({ id: 'web/com.A::one' });
  expect(testInRepository(test, '.')).toBe(test);
  expect(idInRoot(below, 'web')).toBe(test.id);
  expect(idInRoot(test, '.')).toBe(test.id);
});
