import { describe, expect, it } from 'vitest';
import { parseCargoCheckReport } from '#engines/cargo-check/report.ts';
import { outputOf, recorded } from '../recorded.ts';

describe('a report of cargo check', () => {
  it('becomes the errors that keep code from being compiled, without warnings', () => {
    const stdout = recorded('cargo-check/errors.jsonl');
    const { facts, findings } = parseCargoCheckReport(outputOf({ stdout }));
    expect(facts).toMatchObject({ state: 'valid', findings: 2 });
    expect(findings.map(({ kind, rule, path, line }) => [kind, rule, path, line])).toEqual([
      ['type_error', 'E0425', 'src/b.rs', 2],
      ['type_error', 'E0308', 'src/b.rs', 1],
    ]);
  });

  it.each([
    ['', 'empty'],
    ['error: no', 'unparseable'],
  ])('%j is %s', (stdout, state) => {
    expect(parseCargoCheckReport(outputOf({ stdout })).facts.state).toBe(state);
  });
});
