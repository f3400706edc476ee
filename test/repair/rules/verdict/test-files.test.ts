import { describe, expect, it } from 'vitest';
import { isTestFile, judgeAssertions, judgeTests } from '#repair/rules/verdict/test-files.ts';
import { add, edit, remove, rename, told } from './diffs.ts';

describe('a test file', () => {
  it.each([
    ['test_a.py', true],
    ['x/a_test.py', true],
    ['TEST_A.PY', true],
    ['src/a.test.ts', true],
    ['a.spec.mjs', true],
    ['src/__tests__/deep/a.tsx', true],
    ['api/a_test.go', true],
    ['tests/together.rs', true],
    ['src/tests.rs', true],
    ['src/lib.rs', false],
    ['contest_a.py', false],
    ['test/support/programs.ts', false],
    ['latest.ts', false],
  ])('%s: %s', (path, is) => {
    expect(isTestFile(path)).toBe(is);
  });
});

const two = 'def test_a():\n    assert f()\n\nasync def test_b():\n    assert g()\n';
const one = 'def test_a():\n    assert f()\n';
const suite = "it('a', () => {\n  expect(1).toBe(1);\n});\n  test.each([1])('b', () => {});\n";

describe('tests', () => {
  it.each([
    ['a file that goes', [remove('test_a.py', two)], ['TEST_DELETED test_a.py']],
    ['a file that is no test any more', [rename('test_a.py', 'a.py')], ['TEST_DELETED test_a.py']],
    ['a file with another name', [rename('test_a.py', 'test_b.py')], []],
    ['a case less', [edit('test_a.py', two, one)], ['TEST_DELETED test_a.py']],
    [
      'a case of Go less',
      [edit('a_test.go', 'func TestA(t *testing.T) {}\n', 'func testA() {}\n')],
      ['TEST_DELETED a_test.go'],
    ],
    [
      'a case of Rust less',
      [edit('src/lib.rs', '    #[test]\n    fn a() {}\n', '    fn a() {}\n')],
      ['TEST_DELETED src/lib.rs'],
    ],
    [
      'a case in a comment',
      [edit('test_a.py', two, two.replace('async', '# async'))],
      ['TEST_DELETED test_a.py'],
    ],
    [
      'a case with a name that is not collected',
      [edit('test_a.py', two, two.replace('test_b', 'check_b'))],
      ['TEST_DELETED test_a.py'],
    ],
    [
      'a case of vitest in a comment',
      [edit('a.test.ts', suite, suite.replace('  test.each', '  // test.each'))],
      ['TEST_DELETED a.test.ts'],
    ],
    [
      'a case that moves',
      [edit('test_a.py', two, one), edit('test_b.py', '', 'def test_b():\n')],
      [],
    ],
    ['a case that is renamed', [edit('test_a.py', two, two.replace('test_b', 'test_c'))], []],
    ['more cases', [add('test_a.py', two), edit('a.test.ts', '', suite)], []],
  ])('%s', (_name, diff, expected) => {
    expect(told(judgeTests(diff))).toEqual(expected);
  });
});

describe('assertions', () => {
  it.each([
    [edit('test_a.py', two, two.replace('assert g()', 'g()')), ['ASSERTIONS_REMOVED test_a.py']],
    [edit('a.test.ts', suite, suite.replace(/expect.*/, '')), ['ASSERTIONS_REMOVED a.test.ts']],
    [edit('test_a.py', 'self.assertEqual(a, b)', 'pass'), ['ASSERTIONS_REMOVED test_a.py']],
    [edit('test_a.py', two, two.replace('assert g()', 'assert h()')), []],
    [edit('a.py', 'assert x', 'pass'), []],
  ])('are counted in test files: %#', (entry, expected) => {
    expect(told(judgeAssertions([entry]))).toEqual(expected);
  });
});
