import { describe, expect, it } from 'vitest';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { matchProbes } from '#check/rules/outcome/probes.ts';
import * as convention from './catalogs/convention.ts';
import { conventionRows } from './catalogs/convention-rows.ts';
import * as node from './catalogs/node.ts';
import { nodeRows } from './catalogs/node-rows.ts';
import * as python from './catalogs/python.ts';
import { pythonRows } from './catalogs/python-rows.ts';
import { runOf, summary } from './catalogs/row.ts';
import type { Row } from './catalogs/row.ts';
import { judged } from './samples.ts';

const catalogs: Record<keyof typeof rows, ExitCatalog> = { ...python, ...node, ...convention };
const rows = { ...pythonRows, ...nodeRows, ...conventionRows };

const byEngine = Object.entries(catalogs).map(([engine, catalog]) => ({
  engine,
  catalog,
  rows: Object.entries<Row>(Object.entries(rows).find(([name]) => name === engine)?.[1] ?? {}),
}));

const cases = byEngine.flatMap(({ engine, catalog, rows: own }) =>
  own.map(([what, row]) => ({ engine, what, row, catalog })),
);

describe('the ends of real tools', () => {
  it.each(cases)('$engine: $what', ({ row, catalog }) => {
    const judgement = judged(runOf(row), catalog);
    expect({ is: summary(judgement), degraded: judgement.degraded }).toEqual({
      is: row.is,
      degraded: row.degraded ?? false,
    });
  });

  it('are counted in full', () => {
    expect(cases.length).toBeGreaterThan(90);
  });
});

describe.each(byEngine)('the catalog of $engine', ({ catalog, rows: own }) => {
  it('has a row that each of its rules decides', () => {
    const decided = new Set(own.map(([, row]) => judged(runOf(row), catalog).why));
    expect((catalog.rules ?? []).filter(({ why }) => !decided.has(why))).toEqual([]);
  });

  it('has a row that each of its probes speaks in', () => {
    const said = new Set(own.flatMap(([, row]) => judged(runOf(row), catalog).warnings));
    expect((catalog.probes ?? []).filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });

  it('asks nothing that a clean run matches', () => {
    const texts = { stdout: '[]\n', stderr: '', report: '[]\n' };
    const exceptNoise = (catalog.probes ?? []).filter(({ id }) => id !== 'noise');
    expect(matchProbes({ probes: exceptNoise }, texts)).toEqual([]);
  });
});
