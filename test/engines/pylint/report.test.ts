import { describe, expect, it } from 'vitest';
import { parsePylintReport } from '#engines/pylint/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (stdout: string) => parsePylintReport(outputOf({ stdout }));
const text = recorded('pylint/findings.json');

describe('a report of pylint', () => {
  it('becomes findings, with columns counted from 1', () => {
    const { facts, findings } = parse(text);
    expect(facts).toEqual({
      state: 'valid',
      findings: 8,
      analysed: null,
      expected: null,
      verdict: null,
    });
    expect(findings[0]).toEqual({
      kind: 'syntax_error',
      severity: 'blocker',
      rule: 'syntax-error',
      message: "Parsing failed: 'invalid syntax (syn, line 1)'",
      path: 'src/syn.py',
      line: 1,
      column: 6,
    });
    const told = findings.map(({ rule, severity, line, column }) => [rule, severity, line, column]);
    expect(told).toContainEqual(['undefined-variable', 'high', 3, 10]);
    expect(told).toContainEqual(['unused-argument', 'medium', 2, 7]);
    expect(told).toContainEqual(['missing-module-docstring', 'low', 1, 1]);
  });

  it('takes an import that fails for something that breaks', () => {
    const found = { ...example, messageId: 'E0401', symbol: 'import-error', type: 'error' };
    expect(parse(JSON.stringify({ messages: [found] })).findings).toMatchObject([
      { kind: 'lint', severity: 'blocker', rule: 'import-error' },
    ]);
  });

  it.each(['unknown-option', 'missing-plugin', 'unknown-message', 'missing-path'])(
    'does not take %s for a finding in the code',
    (name) => {
      const { facts, findings } = parse(recorded(`pylint/${name}.json`));
      expect({ state: facts.state, findings }).toEqual({ state: 'valid', findings: [] });
    },
  );

  it('takes a comment that names an unknown message for a finding', () => {
    expect(parse(recorded('pylint/unknown-message-inline.json')).findings).toMatchObject([
      { rule: 'unknown-option-value', path: 'src/inl.py', line: 2, column: 1 },
    ]);
  });

  it('begins after the text that may stand before it', () => {
    expect(parse(recorded('pylint/broken-rcfile.txt')).facts.state).toBe('valid');
    expect(parse(`************* Module x\n${text}`).facts.findings).toBe(8);
  });

  it.each([
    ['', 'empty'],
    ['No files to lint: exiting.', 'unparseable'],
    [text.slice(0, 200), 'truncated'],
    ['[]', 'invalid'],
    ['{"results": []}', 'invalid'],
    ['{"messages": [{"type": "odd"}]}', 'invalid'],
    ['{"messages": []}', 'valid'],
  ])('%j is %s', (report, state) => {
    expect(parse(report).facts).toMatchObject({ state, findings: 0 });
  });
});

const example = { message: 'm', path: 'a.py', line: 1, column: 0 };
