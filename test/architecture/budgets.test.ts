import { describe, expect, it } from 'vitest';
import { budgetProblems, overLimit } from './budgets.ts';
import type { Measured } from './budgets.ts';

describe('budgets', () => {
  const budget = { unit: 'lines', half: 10, nineInTen: 25, most: 60 };

  it.each<[string, readonly number[], readonly string[]]>([
    ['all within', [9, 9, 9, 9, 9, 9, 24, 24, 24, 60], []],
    ['only half under the first', [9, 10], ['more']],
    ['eight in ten under the second', [1, 1, 1, 1, 1, 1, 1, 1, 25, 25], ['nine']],
    ['one over the last', [1, 1, 1, 1, 1, 1, 1, 1, 1, 61], ['none']],
    ['nothing measured', [], []],
  ])('%s', (_name, sizes, broken) => {
    const firstWords = budgetProblems(measured(sizes), budget).map((text) => text.split(' ', 1)[0]);
    expect(firstWords).toEqual(broken);
  });

  it('lists the offenders with their sizes, largest first', () => {
    expect(overLimit(measured([1, 61, 99]), budget)).toEqual([
      'none may be over 60 lines; these are\n  99 file-2\n  61 file-1',
    ]);
  });
});

function measured(sizes: readonly number[]): readonly Measured[] {
  return sizes.map((size, index) => ({ place: `file-${index}`, size }));
}
