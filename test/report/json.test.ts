import { expect, it } from 'vitest';
import { renderJson } from '#report/json.ts';
import { aFullReport, aReport } from './check-reports.ts';
import { reportProblems } from './validators.ts';

it('is the report itself, valid by the published schema', async () => {
  for (const report of [aFullReport(), aReport()]) {
    const text = renderJson(report);
    expect(JSON.parse(text)).toEqual(report);
    expect(text).toMatch(/^\{\n {2}"schemaVersion": 1,[^]*\n\}\n$/);
    expect(await reportProblems(text)).toEqual([]);
  }
});

it('is judged by a schema that can refuse', async () => {
  const { vector: _, ...incomplete } = aFullReport();
  expect(await reportProblems(JSON.stringify(incomplete))).not.toEqual([]);
});
