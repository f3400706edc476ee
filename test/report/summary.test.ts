import { expect, it } from 'vitest';
import { groupByEngine, summarizeCheck } from '#report/summary.ts';
import { compared } from '../support/compared.ts';
import { aChecked, anOutcome, aPlan, aReport, aReported } from './check-reports.ts';

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

const current = anOutcome({ plan: aPlan({ mode: 'current' }) });

it('takes what two modes found for one finding, though each run named it anew', () => {
  const renamed = { ...aReported(), createdAt: 7, fingerprint: 'of another run' };
  const [report] = groupByEngine([
    aChecked([aReported()], { outcome: current }),
    aChecked([renamed, aReported({ line: 13 })]),
  ]);
  expect(report?.findings.map(({ line }) => line)).toEqual([12, 13]);
});

it('keeps findings of one run that cannot be told apart', () => {
  const twice = [aReported(), aReported()];
  const [report] = groupByEngine([aChecked(twice, { outcome: current }), aChecked(twice)]);
  expect(report?.findings).toHaveLength(2);
});

it('keeps what only one of the modes looked at', () => {
  const [report] = groupByEngine([
    aChecked([aReported({ filePath: 'elsewhere.py' })], { outcome: current }),
    aChecked([]),
  ]);
  expect(report?.findings).toHaveLength(1);
});
