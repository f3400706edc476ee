import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { DecisionTable } from '#ratchet/rules/decision/table/condition.ts';
import { decisionTable } from '#ratchet/rules/decision/table/decision-table.ts';
import { codeTable, guardTable, obstacleTable, withTable } from './page-tables.ts';

const tables: readonly (readonly [
  string,
  Readonly<Record<string, (of: DecisionTable) => string>>,
])[] = [
  ['docs/ratchet.md', { guards: guardTable, obstacles: obstacleTable }],
  ['docs/operating.md', { codes: codeTable }],
];

// `npx vitest run --update` with the path of this file writes the pages.
it.each(tables)('%s says what the table of decisions says', async (path, parts) => {
  const page = readFileSync(path, 'utf8');
  const expected = Object.entries(parts).reduce(
    (text, [name, render]) => withTable(text, name, render(decisionTable)),
    page,
  );
  await expect(expected).toMatchFileSnapshot(`../../../../../${path}`);
});
