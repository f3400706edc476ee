import { expect, it } from 'vitest';
import { isTestSide, testSidePattern } from '#repair/rules/evidence/test-side.ts';

const paths = {
  tests: [
    'test_a.py',
    'a/b_test.py',
    'conftest.py',
    'src/a.test.ts',
    'a.spec.mjs',
    'tests/data/wanted.json',
    'pkg/test/helpers.py',
    'src/__mocks__/fs.ts',
    'src/__snapshots__/a.snap',
  ],
  others: ['shop.py', 'src/latest/a.py', 'contest.py', 'src/test.ts', 'attests/a.py'],
};

it('the side of the tests is the same for us and for probes in other languages', () => {
  const pattern = new RegExp(testSidePattern);
  expect(paths.tests.filter((path) => !isTestSide(path))).toEqual([]);
  expect(paths.tests.filter((path) => !pattern.test(path))).toEqual([]);
  expect(paths.others.filter(isTestSide)).toEqual([]);
  expect(paths.others.filter((path) => pattern.test(path))).toEqual([]);
});
