import { describe, expect, it } from 'vitest';
import { shellcheck } from '#engines/shellcheck/engine.ts';
import { checkoutOf, outputOf, planOf, recorded } from '../recorded.ts';

describe('a report of shellcheck', () => {
  it('becomes findings, by the names of its rules', () => {
    const { findings } = shellcheck.parse(
      outputOf({ stdout: recorded('shellcheck/findings.xml') }),
    );
    expect(findings.map(({ kind, severity, rule, line }) => [kind, severity, rule, line])).toEqual([
      ['lint', 'medium', 'SC2154', 2],
      ['lint', 'low', 'SC2086', 2],
      ['lint', 'medium', 'SC2154', 3],
      ['lint', 'low', 'SC2086', 3],
      ['syntax_error', 'blocker', 'SC1073', 1],
      ['syntax_error', 'blocker', 'SC1072', 1],
    ]);
  });
});

it('names every script below the folders of its scope', () => {
  const facts = checkoutOf({ 'a.sh': undefined, 'b/c.bash': undefined, 'b/d.py': undefined });
  const native = shellcheck.native?.(facts, { root: '.', config: null }) ?? {};
  const argsFor = (scope: string[]) =>
    shellcheck.check.spec({ plan: planOf({ scope, native }), scratch: '/s' }).args.slice(2);
  expect(argsFor(['.'])).toEqual(['a.sh', 'b/c.bash']);
  expect(argsFor(['b'])).toEqual(['b/c.bash']);
  expect(argsFor(['bin/run'])).toEqual(['bin/run']);
});
