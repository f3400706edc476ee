import { describe, expect, it } from 'vitest';
import type { ExitCategory } from '#model/engine-outcome.ts';
import { hasDiagnostics, hasFailures, indicatesFailure } from '#check/rules/outcome/failures.ts';

type Shape = 'exit 0' | 'exit 1, findings' | 'exit 1, none' | 'no exit';

const shapes: Record<Shape, { readonly exit: number | null; readonly findings: number }> = {
  'exit 0': { exit: 0, findings: 0 },
  'exit 1, findings': { exit: 1, findings: 2 },
  'exit 1, none': { exit: 1, findings: 0 },
  'no exit': { exit: null, findings: 0 },
};

const ran = { 'exit 0': false, 'exit 1, findings': false, 'exit 1, none': true, 'no exit': true };
const never = { 'exit 0': true, 'exit 1, findings': true, 'exit 1, none': true, 'no exit': true };

/** Whether a run of this category and shape is a failure. */
const table: Record<ExitCategory, Record<Shape, boolean>> = {
  success: ran,
  diagnostic: ran,
  tool_failure: never,
  unknown: never,
};

const categories: readonly ExitCategory[] = ['success', 'diagnostic', 'tool_failure', 'unknown'];
const shapeNames: readonly Shape[] = ['exit 0', 'exit 1, findings', 'exit 1, none', 'no exit'];
const cases = categories.flatMap((category) =>
  shapeNames.map((shape) => ({ category, shape, told: { category, ...shapes[shape] } })),
);
const fine = { category: 'success', exit: 0, findings: 0 } as const;

describe.each(cases)('a run of $category, $shape', ({ category, shape, told }) => {
  it(`is a failure: ${table[category][shape]}`, () => {
    expect(indicatesFailure(told)).toBe(table[category][shape]);
  });

  it('makes all of its runs fail exactly when it does, wherever it stands', () => {
    for (const all of [[told], [fine, told], [told, fine]]) {
      expect(hasFailures(all)).toBe(table[category][shape]);
    }
  });

  it('gives findings whatever its category', () => {
    expect(hasDiagnostics([fine, told])).toBe(shape === 'exit 1, findings');
  });
});

describe('no runs', () => {
  it('have neither failures nor findings', () => {
    expect([hasFailures([]), hasDiagnostics([])]).toEqual([false, false]);
  });
});
