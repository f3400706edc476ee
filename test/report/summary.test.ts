import { expect, it } from 'vitest';
import { summarize } from '#report/summary.ts';
import { aChecked, aReport, aReported } from './check-reports.ts';

const component = (name: string, result: 'better' | 'same' | 'worse') => ({
  component: name,
  result,
  sentence: `${name} is ${result}.`,
});

it('tells new findings as findings, and every other number that changed', () => {
  const { fresh, worse, better } = summarize(
    aReport({
      engines: [aChecked([aReported()])],
      vector: {
        acceptable: false,
        components: [
          component('new findings of ruff', 'worse'),
          component('lost tests', 'worse'),
          component('skipped tests', 'same'),
          component('coverage of a.py', 'better'),
        ],
      },
    }),
  );
  expect(fresh).toHaveLength(1);
  expect(worse.map((one) => one.component)).toEqual(['lost tests']);
  expect(better.map((one) => one.component)).toEqual(['coverage of a.py']);
});
