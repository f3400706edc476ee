import { describe, expect, it } from 'vitest';
import { parseEslintReport } from '#engines/eslint/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (report: string) => parseEslintReport(outputOf({ report }));
const text = recorded('eslint/findings.json');

describe('a report of eslint', () => {
  it('becomes findings, errors above warnings, with what eslint can repair', () => {
    const { facts, findings } = parse(text);
    expect(facts).toEqual({
      state: 'valid',
      findings: 5,
      analysed: 2,
      expected: null,
      verdict: null,
    });
    expect(findings.slice(0, 2)).toEqual([
      {
        kind: 'lint',
        severity: 'high',
        rule: 'prefer-const',
        message: "'a' is never reassigned. Use 'const' instead.",
        path: '/repo/src/bad.js',
        line: 1,
        column: 5,
        fixable: true,
      },
      {
        kind: 'lint',
        severity: 'high',
        rule: 'no-debugger',
        message: "Unexpected 'debugger' statement.",
        path: '/repo/src/bad.js',
        line: 2,
        column: 1,
        fixable: false,
      },
    ]);
    expect(findings.slice(2).map(({ rule, severity }) => [rule, severity])).toEqual([
      ['semi', 'high'],
      ['no-unused-vars', 'medium'],
      [null, 'medium'],
    ]);
  });

  it('puts a file that cannot be parsed first in severity', () => {
    expect(parse(recorded('eslint/syntax-error.json')).findings).toMatchObject([
      { kind: 'syntax_error', severity: 'blocker', rule: null, line: 1, column: 7 },
      { kind: 'lint', severity: 'medium', rule: 'no-unused-vars' },
    ]);
  });

  it('counts an ignored file neither as judged nor as a finding', () => {
    const { facts, findings } = parse(recorded('eslint/ignored.json'));
    expect({ analysed: facts.analysed, findings }).toEqual({ analysed: 0, findings: [] });
  });

  it('has no place in the file for what concerns all of it', () => {
    const whole = { ruleId: 'x', severity: 2, message: 'm', line: 0, column: 0 };
    const report = JSON.stringify([{ filePath: '/repo/a.js', messages: [whole] }]);
    expect(parse(report).findings).toMatchObject([{ line: null, column: null }]);
  });

  it.each([
    ['', 'empty'],
    ['Oops! Something went wrong! :(', 'unparseable'],
    [text.slice(0, 200), 'truncated'],
    ['{"results": []}', 'invalid'],
    ['[{"filePath": 7}]', 'invalid'],
    ['[]', 'valid'],
  ])('%j is %s', (report, state) => {
    expect(parse(report).facts).toMatchObject({ state, findings: 0 });
  });

  it.each([
    [{}, 'valid'],
    [{ fatal: undefined, line: null, column: undefined }, 'valid'],
    [{ fix: { range: [0, 1], text: '' } }, 'valid'],
    [{ ruleId: 7 }, 'invalid'],
    [{ ruleId: undefined }, 'invalid'],
    [{ severity: 0 }, 'invalid'],
    [{ severity: '2' }, 'invalid'],
    [{ message: null }, 'invalid'],
    [{ fatal: 'yes' }, 'invalid'],
    [{ fatal: null }, 'invalid'],
    [{ line: 1.5 }, 'invalid'],
    [{ column: '1' }, 'invalid'],
  ])('with %j in its last message is %s', (part, state) => {
    const good = { ruleId: null, severity: 1, message: 'm', line: 1, column: 1 };
    const files = [
      { filePath: '/repo/a.js', messages: [good] },
      { filePath: '/repo/b.js', messages: [good, { ...good, ...part }] },
    ];
    expect(parse(JSON.stringify(files)).facts.state).toBe(state);
  });

  it.each([{}, null, 'x', [], { filePath: '/a.js', messages: {} }, { messages: [] }])(
    'with %j for its last file is invalid',
    (last) => {
      const files = [{ filePath: '/repo/a.js', messages: [] }, last];
      expect(parse(JSON.stringify(files)).facts.state).toBe('invalid');
    },
  );

  it.each([null, 'x', []])('with %j for a message is invalid', (each) => {
    const report = JSON.stringify([{ filePath: '/repo/a.js', messages: [each] }]);
    expect(parse(report).facts.state).toBe('invalid');
  });

  it('is absent where eslint wrote none', () => {
    expect(parseEslintReport(outputOf({})).facts.state).toBe('absent');
  });
});
