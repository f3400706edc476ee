import { describe, expect, it } from 'vitest';
import { parseGoTestReport } from '#engines/go-test/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (stdout: string) => parseGoTestReport(outputOf({ stdout }));
const all = parse(recorded('go-test/tests.jsonl'));
const findingOf = (name: string) =>
  all.findings.find(({ testId }) => testId === `example.com/m${name}`);

describe('a report of go test', () => {
  it('names tests by their package, whatever the folder', () => {
    expect(all.tests?.map(({ id, skipped }) => [id, skipped])).toContainEqual([
      'example.com/m/TestSub/one_case',
      false,
    ]);
    expect(all.tests?.filter(({ skipped }) => skipped)).toEqual([
      { id: 'example.com/m/TestSkip', skipped: true },
    ]);
  });

  it.each([
    ['/TestAdd', '/repo/a_test.go', 8, 'got 3, want 4'],
    ['/TestSub/one_case', '/repo/a_test.go', 13, 'deep'],
    ['/TestLibrary', '/repo/a_test.go', 18, 'Not equal: expected: 1 actual  : 2'],
    ['/TestHelper', '/repo/a_test.go', 25, 'by a helper'],
    ['/TestSilent', null, null, 'The test failed.'],
    ['/ExampleAdd', null, null, 'got: want: 3'],
    ['/begins', null, null, expect.stringContaining('no database')],
    ['/exits/TestA', null, null, 'The test ended the process of its package.'],
  ])('tells where and why %s failed', (name, path, line, message) => {
    expect(findingOf(name)).toMatchObject({ kind: 'test_failure', path, line, message });
  });

  it('leaves out a test that fails for its subtests alone', () => {
    expect(findingOf('/TestSub')).toBeUndefined();
  });

  it('knows a panic by its kind and by the first place of ours', () => {
    expect(findingOf('/panics/TestB')).toMatchObject({
      rule: 'panic',
      path: '/repo/panics/p_test.go',
      line: 9,
      testIdentity: { exception: 'panic' },
    });
  });

  it('says that tests are missing where something ended their package', () => {
    const { analysed, expected } = all.facts;
    expect((expected ?? 0) - (analysed ?? 0)).toBe(3);
  });

  it('has what keeps packages from being built once, with its place', () => {
    const { facts, findings } = parse(recorded('go-test/builds.jsonl'));
    expect(findings.map(({ kind, path, line }) => `${kind} ${path}:${line}`)).toEqual([
      'type_error broken/b.go:3',
      'type_error a.go:7',
      'syntax_error syntax/s.go:4',
      'type_error syntax/s.go:4',
    ]);
    expect(findings.every(({ severity }) => severity === 'blocker')).toBe(true);
    expect(facts).toMatchObject({ analysed: 0, expected: 3 });
  });

  it.each([
    ['', 'empty'],
    ['go: errors parsing go.mod', 'unparseable'],
    ['{"Action":"pass","Package":"a"}', 'valid'],
  ])('%j is %s', (stdout, state) => {
    expect(parse(stdout).facts).toMatchObject({ state, findings: 0 });
  });
});
