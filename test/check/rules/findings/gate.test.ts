import { describe, expect, it } from 'vitest';
import { failsCheck } from '#check/rules/findings/gate.ts';

const found = { severity: 'medium', symbol: 'import/no-cycle', kind: 'lint' } as const;

describe('whether a new finding fails a check', () => {
  it.each([
    [undefined, true],
    [{ from: 'low', rules: {} }, true],
    [{ from: 'medium', rules: {} }, true],
    [{ from: 'high', rules: {} }, false],
    [{ from: 'high', rules: { 'import/*': 'fail' } }, true],
    [{ from: 'low', rules: { 'import/*': 'note' } }, false],
    [{ from: 'low', rules: { 'import/*': 'note', 'import/no-cycle': 'fail' } }, true],
    [{ from: 'low', rules: { '**': 'note' } }, false],
    [{ from: 'low', rules: { 'no-*': 'note', lint: 'note' } }, true],
  ] as const)('under %j: %j', (gate, fails) => {
    expect(failsCheck(gate && { ...gate, rules: { ...gate.rules } }, found, 1)).toBe(fails);
  });

  it('goes by its kind where it has no rule', () => {
    const gate = { from: 'low', rules: { lint: 'note' } } as const;
    expect(failsCheck(gate, { severity: 'high', kind: 'lint' }, 1)).toBe(false);
  });

  it('is no where the tool itself ends well, unless a rule says so', () => {
    const rules = { 'import/*': 'fail' } as const;
    expect(failsCheck({ from: 'low', byExit: true, rules: {} }, found, 0)).toBe(false);
    expect(failsCheck({ from: 'low', byExit: true, rules }, found, 0)).toBe(true);
    expect(failsCheck({ from: 'low', rules: {} }, found, 0)).toBe(true);
  });
});
