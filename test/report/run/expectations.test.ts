import { describe, expect, it } from 'vitest';
import { assembleRunReport } from '#report/run/assemble-run-report.ts';
import { runFormats } from '#report/run/formats.ts';
import { aRun } from '../../support/samples.ts';
import { aRunRecords, aStoredSummary } from './run-records.ts';

const look = { color: false, width: 100 };
const formats = Object.entries(runFormats).map(([name, render]) => ({ name, render }));

describe('tests that demand something else', () => {
  const summary = aStoredSummary({
    expectations: [
      {
        test: 'test_cart.py::test_total',
        path: 'test_cart.py',
        before: 'def test_total():\n    assert total() == 4',
        after: 'def test_total():\n    assert total() == 3',
      },
    ],
  });
  const report = assembleRunReport(aRunRecords({ run: aRun({ status: 'succeeded', summary }) }));

  it.each(formats)('are shown as they were and as they are: $name', ({ render }) => {
    const text = decoded(render(report, look));
    expect(text).toContain('test_cart.py::test_total');
    expect(text).toMatch(/assert total\(\) == 4[^]*assert total\(\) == 3/);
  });
});

function decoded(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
