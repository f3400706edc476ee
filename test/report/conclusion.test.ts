import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { concludeCheck } from '#report/conclusion.ts';
import { summarizeCheck } from '#report/summary.ts';
import { aChecked, aFailed, aFullReport, aReport, aReported } from './check-reports.ts';

const { vector, problems } = aFullReport();
const fresh = aChecked([aReported()]);
const degraded = aChecked([], { degraded: true });

const conclusions: readonly (readonly [string, Partial<CheckReport>])[] = [
  ['Nothing found. Exit code 0.', { engines: [aChecked([])] }],
  ['1 new finding. Exit code 1.', { exit: 1, engines: [fresh] }],
  ['1 number worse than before. Exit code 1.', { exit: 1, engines: [aChecked([])], vector }],
  [
    '1 new finding and 1 number worse than before. Exit code 1.',
    { exit: 1, engines: [fresh], vector },
  ],
  ['A mistake in the configuration leaves out eslint. Exit code 2.', { exit: 2, problems }],
  ['A mistake in the configuration makes the results incomplete. Exit code 2.', { exit: 2 }],
  [
    'Not all is judged: package.json cannot be read. Exit code 2.',
    { exit: 2, unreadable: ['package.json cannot be read'] },
  ],
  [
    'No reliable result from mypy, tsc; so far 1 new finding. Exit code 3.',
    { exit: 3, engines: [aFailed('mypy'), aFailed('tsc'), fresh] },
  ],
  ['Not judged as configured by ruff. Exit code 3.', { exit: 3, engines: [degraded] }],
  ['An engine ended in a way that Ratchetr cannot explain. Exit code 3.', { exit: 3 }],
  ['Interrupted, so the results are incomplete. Exit code 130.', { exit: 130 }],
];

describe('the verdict of a report', () => {
  it.each(conclusions)('%s', (sentence, different) => {
    const report = aReport(different);
    expect(concludeCheck(report, summarizeCheck(report)).sentence).toBe(sentence);
  });
});
