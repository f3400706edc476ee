import { describe, expect, it } from 'vitest';
import { parseClippyReport } from '#engines/cargo-clippy/report.ts';
import { outputOf, recorded } from '../recorded.ts';

const parse = (stdout: string) => parseClippyReport(outputOf({ stdout }));
const end = '{"reason":"build-finished","success":true}\n';

describe('a report of cargo clippy', () => {
  it('becomes findings, each once however many targets are built from its file', () => {
    const { facts, findings } = parse(recorded('cargo-clippy/findings.jsonl'));
    expect(facts).toMatchObject({ state: 'valid', findings: 3 });
    expect(findings.slice(0, 2)).toEqual([
      {
        kind: 'lint',
        severity: 'medium',
        rule: 'unused_variables',
        message: 'unused variable: `unused`',
        path: 'src/lib.rs',
        line: 28,
        column: 9,
        fixable: true,
      },
      {
        kind: 'lint',
        severity: 'medium',
        rule: 'clippy::bool_comparison',
        message: 'equality checks against true are unnecessary',
        path: 'src/lib.rs',
        line: 25,
        column: 8,
        fixable: true,
      },
    ]);
  });

  it('tells what keeps code from being compiled apart from rules', () => {
    const { findings } = parse(recorded('cargo-clippy/errors.jsonl'));
    expect(findings.map(({ kind, severity, rule, line }) => [kind, severity, rule, line])).toEqual([
      ['type_error', 'blocker', 'E0425', 2],
      ['type_error', 'blocker', 'E0308', 1],
      ['lint', 'medium', 'unused_variables', 28],
      ['lint', 'medium', 'unused_variables', 3],
    ]);
  });

  it('takes the place where a macro of elsewhere is called', () => {
    const call = { file_name: 'src/a.rs', line_start: 7, column_start: 5, is_primary: true };
    const inside = {
      ...call,
      file_name: '/rustc/abc/library/core/src/macros/mod.rs',
      line_start: 99,
    };
    const message = {
      level: 'error',
      message: 'no',
      code: { code: 'clippy::panic' },
      spans: [{ ...inside, expansion: { span: call } }],
      children: [],
    };
    const { findings } = parse(
      `${JSON.stringify({ reason: 'compiler-message', message })}\n${end}`,
    );
    expect(findings).toMatchObject([{ kind: 'lint', severity: 'high', path: 'src/a.rs', line: 7 }]);
  });

  it.each([
    ['', 'empty'],
    ['{"reason":"compiler-artifact"}', 'unparseable'],
    [end, 'valid'],
  ])('%j is %s', (stdout, state) => {
    expect(parse(stdout).facts).toMatchObject({ state, findings: 0 });
  });
});
