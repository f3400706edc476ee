import type * as checkReportModule from '#model/check-report.ts';
import { aFullReport, aReport, aReported } from '../../report/check-reports.ts';
import type { SamplesOf } from './sample.ts';

const { engines, vector } = aFullReport();
const checked = engines[1];
if (checked === undefined) throw new Error('The full report has fewer than two engines.');

export const checkReport = {
  reportedFinding: [
    { valid: aReported(), refused: { status: 'old', message: undefined } },
    { valid: aReported({ status: 'tolerated' }), refused: { status: undefined } },
  ],
  baselineUse: [
    {
      valid: { source: 'recorded', because: 'it was recorded.', entries: 3, held: null },
      refused: { source: 'guessed', because: undefined, entries: -1, held: undefined },
    },
  ],
  fixedEntry: [
    {
      valid: { path: '', rule: 'F401', message: 'os imported but unused' },
      refused: { path: null, rule: undefined, message: 7 },
    },
  ],
  checkedEngine: [
    {
      valid: checked,
      refused: {
        outcome: undefined,
        degraded: 'no',
        'baseline.entries': 0.5,
        'counts.new': -1,
        'counts.tolerated': undefined,
        'counts.fixed': null,
        'findings.0.status': 'old',
        'fixed.0.path': undefined,
      },
    },
  ],
  vectorReport: [
    {
      valid: vector,
      refused: {
        acceptable: 1,
        'components.0.component': undefined,
        'components.0.result': 'unknown',
        'components.0.sentence': null,
      },
    },
  ],
  checkReport: [
    {
      valid: aFullReport(),
      refused: {
        schemaVersion: 2,
        ratchetr: undefined,
        exit: 4,
        has_failures: 'yes',
        has_diagnostics: undefined,
        'base.commit': '1a2b3c4',
        'base.ref': undefined,
        'engines.0.outcome': null,
        'problems.0.code': 'OTHER',
        'absent.0.because': undefined,
        vector: undefined,
      },
    },
    {
      valid: aReport({ base: { commit: null, ref: null, because: 'there is no history.' } }),
      refused: { 'base.because': undefined },
    },
  ],
} satisfies SamplesOf<typeof checkReportModule>;
