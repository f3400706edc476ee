import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseLaw } from './law.ts';
import { rowCycles } from './row-cycles.ts';

const row = (name: string, ...mayImport: string[]) => ({ name, mayImport, packages: [] });

it('no row of the page may import one that may import it', () => {
  expect(rowCycles(parseLaw(readFileSync('docs/architecture.md', 'utf8')))).toEqual([]);
});

it('finds rows that lean on each other, by a row between them, by a file or by x', () => {
  const rows = [
    row('base'),
    row('check', 'base', 'repair/needs.ts'),
    row('repair', 'store'),
    row('store', 'check'),
    row('x/rules', 'report'),
    row('report', 'check/rules'),
    row('check/rules', 'x/rules'),
  ];
  expect(rowCycles({ rows, homes: [] })).toEqual([
    'check -> repair -> store -> check',
    'repair -> store -> check -> repair',
    'store -> check -> repair -> store',
    'x/rules -> report -> check/rules -> x/rules',
    'report -> check/rules -> x/rules -> report',
    'check/rules -> x/rules -> report -> check/rules',
  ]);
});
