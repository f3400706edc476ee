import { expect, it } from 'vitest';
import { summarizeCheck } from '#report/summary.ts';
import { compared } from '../support/compared.ts';
import { aChecked, aReport, aReported } from './check-reports.ts';

it('tells new findings as findings, and every other number that changed', () => {
  const { fresh, worse, better } = summarizeCheck(
    aReport({
      engines: [aChecked([aReported()])],
      vector: {
        acceptable: false,
        components: [
          compared({ kind: 'new-findings', engine: 'ruff' }),
          compared({ kind: 'lost-tests' }),
          compared({ kind: 'skipped-tests' }, 'same'),
          compared({ kind: 'coverage', path: 'a.py' }, 'better'),
        ],
      },
    }),
  );
  expect(fresh).toHaveLength(1);
  expect(worse.map((one) => one.component)).toEqual(['lost tests']);
  expect(better.map((one) => one.component)).toEqual(['coverage of a.py']);
});
