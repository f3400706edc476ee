import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { budgetProblems, overLimit } from './budgets.ts';
import { countLines, measureFunctions } from './measure.ts';
import { PRODUCT_FOLDERS, sourceFiles } from './source-files.ts';

const product = sourceFiles('.', PRODUCT_FOLDERS).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));

const functions = product.flatMap(({ path, text }) =>
  measureFunctions(text).map((size) => ({ place: `${path}:${size.line}`, ...size })),
);

describe('sizes of the product', () => {
  it('keeps files short', () => {
    const files = product.map(({ path, text }) => ({ place: path, size: countLines(text) }));
    expect(files.length).toBeGreaterThan(0);
    expect(budgetProblems(files, { unit: 'lines', half: 100, nineInTen: 200, most: 300 })).toEqual(
      [],
    );
  });

  it('keeps functions short', () => {
    const sizes = functions.map(({ place, lines }) => ({ place, size: lines }));
    expect(sizes.length).toBeGreaterThan(0);
    expect(budgetProblems(sizes, { unit: 'lines', half: 10, nineInTen: 25, most: 60 })).toEqual([]);
  });

  it('keeps parameters to three', () => {
    const sizes = functions.map(({ place, parameters }) => ({ place, size: parameters }));
    expect(overLimit(sizes, { unit: 'parameters', most: 3 })).toEqual([]);
  });

  it('keeps test files under 300 lines', () => {
    const files = sourceFiles('.', ['test']).map((path) => ({
      place: path,
      size: countLines(readFileSync(path, 'utf8')),
    }));
    expect(files.length).toBeGreaterThan(0);
    expect(overLimit(files, { unit: 'lines', most: 300 })).toEqual([]);
  });
});
