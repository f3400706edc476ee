import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, recorded } from './recorded.ts';

const short = (name: string): readonly string[] =>
  parse(recorded(name)).findings.map(
    ({ testId, path, line, rule, severity, message }) =>
      `${severity} ${testId} @ ${path}:${line} [${rule}] ${message}`,
  );

describe('a report of pytest', () => {
  it('becomes findings named by node ids, at the place of failure', () => {
    expect(short('failures')).toEqual([
      'high tests/test_all.py::TestStack::TestInner::test_deep @ tests/test_all.py:7 [AssertionError] AssertionError: why',
      `high tests/test_all.py::test_param[a/b::c] @ tests/test_all.py:12 [AssertionError] AssertionError: assert 'a/b::c' == ''`,
      `high tests/test_all.py::test_param[<&>"'] @ tests/test_all.py:12 [AssertionError] assert '<&>"\\'' == ''`,
      `high tests/test_all.py::test_param[a.b[1]] @ tests/test_all.py:12 [AssertionError] AssertionError: assert 'a.b[1]' == ''`,
      'high tests/test_all.py::test_helper @ tests/test_all.py:16 [RuntimeError] RuntimeError: in helper',
      'high tests/test_all.py::test_setup @ tests/test_all.py:25 [ValueError] setup: ValueError: boom',
      'high tests/test_all.py::test_both @ tests/test_all.py:39 [AssertionError] assert 0',
      `high tests/test_all.py::test_both @ tests/test_all.py:35 [KeyError] teardown: KeyError: 'td'`,
      'high tests/test_all.py::test_strict @ tests/test_all.py:52 [null] [XPASS(strict)]',
      'high tests/test_all.py::test_silent @ tests/test_all.py:58 [ValueError] ValueError',
      'high tests/test_all.py::test_sub @ tests/test_all.py:64 [AssertionError] assert 1 != 1',
      'high tests/test_child.py::TestChild::test_inherited @ tests/base.py:3 [AssertionError] AssertionError',
    ]);
  });

  it('reads tracebacks in short style', () => {
    expect(short('short')).toEqual([
      'high tests/test_all.py::TestStack::TestInner::test_deep @ tests/test_all.py:7 [AssertionError] AssertionError: why',
      'high tests/test_all.py::test_helper @ tests/test_all.py:16 [RuntimeError] RuntimeError: in helper',
    ]);
  });

  it('has files that cannot be collected as what blocks most', () => {
    expect(short('collection')).toEqual([
      "blocker tests/test_import.py @ tests/test_import.py:1 [ModuleNotFoundError] ModuleNotFoundError: No module named 'nope'",
      'blocker tests/test_syntax.py @ tests/test_syntax.py:1 [SyntaxError] SyntaxError: invalid syntax',
    ]);
  });

  it('says how what it found fails', () => {
    const identities = ['collection', 'worker'].flatMap((name) =>
      parse(recorded(name)).findings.map(({ testIdentity }) => testIdentity),
    );
    expect(identities.slice(0, 2)).toEqual([
      {
        exception: 'ModuleNotFoundError',
        frame: { path: 'tests/test_import.py', symbol: '<module>' },
      },
      { exception: 'SyntaxError', frame: { path: 'tests/test_syntax.py', symbol: '' } },
    ]);
  });

  it('names the exception that was seen, not what was raised before', () => {
    const text = [
      'test_g.py:3: KeyError',
      'During handling of the above exception, another exception occurred:',
      '  |   File "/repo/test_g.py", line 5, in test_g',
    ].join('\n\n');
    const { findings } = parse(
      `<testsuite><testcase classname="test_g" name="test_g" file="test_g.py" line="0">` +
        `<failure message="ExceptionGroup: g (1 sub-exception)">${text}</failure></testcase></testsuite>`,
    );
    expect(findings).toMatchObject([{ rule: 'ExceptionGroup', line: 5 }]);
  });

  it.each(['failures', 'green', 'short', 'worker', 'interrupted'])(
    '%s has each of its tests once',
    (name) => {
      const { tests = [], findings } = parse(recorded(name));
      const ids = tests.map(({ id }) => id);
      expect(ids).not.toEqual([]);
      expect(ids).toEqual([...new Set(ids)]);
      expect(
        findings.filter(({ testId }) => testId !== undefined && !ids.includes(testId)),
      ).toEqual([]);
    },
  );

  it('counts a test as skipped that is expected to fail, and none that could not be collected', () => {
    const skipped = parse(recorded('failures')).tests?.filter((test) => test.skipped);
    expect(skipped).toEqual([
      { id: 'tests/test_all.py::test_skip', file: 'tests/test_all.py', skipped: true },
      { id: 'tests/test_all.py::test_xfail', file: 'tests/test_all.py', skipped: true },
    ]);
    expect(parse(recorded('collection')).tests).toEqual([]);
    expect(parse(recorded('internal')).tests).toEqual([]);
  });

  it('has an internal error as a finding of no test', () => {
    expect(parse(recorded('internal')).findings).toMatchObject([
      { severity: 'blocker', message: 'SystemExit: 3', path: null, line: null },
    ]);
    expect(parse(recorded('internal')).findings[0]).not.toHaveProperty('testId');
  });

  it.each([
    ['failures', { findings: 12, analysed: 13, expected: 13, verdict: 'failed' }],
    ['green', { findings: 0, analysed: 1, expected: 1, verdict: 'passed' }],
    ['collection', { findings: 2, analysed: 0, expected: 2, verdict: 'failed' }],
    ['continued', { findings: 1, analysed: 1, expected: 2, verdict: 'failed' }],
    ['interrupted', { findings: 1, analysed: 1, expected: 2, verdict: 'failed' }],
    ['exit0', { findings: 0, analysed: 0, expected: 1, verdict: 'passed' }],
    ['internal', { findings: 1, analysed: 0, expected: 0, verdict: 'failed' }],
    ['nothing', { findings: 0, analysed: 0, expected: 0, verdict: 'passed' }],
  ] as const)('%s counts the tests that ran', (name, facts) => {
    expect(parse(recorded(name)).facts).toEqual({ state: 'valid', ...facts });
  });

  it('counts warnings beyond the allowed number as one finding, which only standard output tells', () => {
    const stdout = 'Tests pass, but maximum allowed warnings exceeded: 2 > 0\n2 passed\n';
    expect(parse(recorded('warnings'), stdout)).toMatchObject({
      facts: { findings: 1, verdict: 'failed' },
      findings: [{ kind: 'test_warnings', severity: 'medium', rule: 'max-warnings', path: null }],
    });
    expect(parse(recorded('failures'), stdout).findings).toHaveLength(12);
  });

  it.each([
    [undefined, 'absent'],
    ['', 'empty'],
    ['Traceback', 'unparseable'],
    ['<html/>', 'invalid'],
    [recorded('failures').slice(0, -1), 'truncated'],
  ])('%.20j is %s', (text, state) => {
    expect(parse(text)).toMatchObject({ facts: { state, findings: 0 }, findings: [] });
  });

  it('is never a reason to throw, whatever a test says', () => {
    const attribute = fc.string().map((text) => text.replace(/[&<"]/g, ''));
    fc.assert(
      fc.property(fc.array(attribute, { minLength: 5, maxLength: 5 }), ([a, b, c, d, e]) => {
        const { facts, findings } = parse(
          `<testsuite><testcase name="${a}" classname="${b}" file="${c}" line="${d}">` +
            `<failure message="${e}">${a}:${d}: ${e}</failure></testcase></testsuite>`,
        );
        expect(facts.state).toBe('valid');
        expect(findings).toHaveLength(1);
        expect(findings[0]?.message).not.toBe('');
      }),
    );
  });
});
