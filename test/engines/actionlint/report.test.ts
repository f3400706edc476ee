import { describe, expect, it } from 'vitest';
import { actionlint } from '#engines/actionlint/engine.ts';
import { judgedAs, outputOf, recorded } from '../recorded.ts';

const text = recorded('actionlint/findings.json');

describe('a report of actionlint', () => {
  it('becomes findings; what is no YAML comes first', () => {
    const { findings } = actionlint.parse(outputOf({ stdout: text }));
    expect(
      findings.map(({ kind, rule, path, line, column }) => [kind, rule, path, line, column]),
    ).toEqual([
      ['lint', 'expression', '.github/workflows/a.yml', 6, 23],
      ['syntax_error', 'syntax-check', '.github/workflows/b.yml', 4, null],
    ]);
  });

  it.each([
    [0, '[]\n', 'success, 0'],
    [1, text, 'diagnostic, 2'],
    [2, '', 'tool_failure, none, CONFIG_INVALID, 0'],
    [3, '', 'tool_failure, none, CONFIG_INVALID, 0'],
  ])('that ends with %i', (exit, stdout, is) => {
    expect(judgedAs(actionlint, { exit, stdout })).toBe(is);
  });
});
