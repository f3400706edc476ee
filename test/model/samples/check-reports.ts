import type * as checkReportModule from '#model/check-report.ts';
import type * as vectorComponentModule from '#model/vector-component.ts';
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
        'components.0.measures.kind': 'lost',
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
        exit: 6,
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

export const vectorComponent = {
  vectorComponent: [
    {
      valid: { kind: 'new-findings', engine: 'ruff', root: 'web' },
      refused: { kind: 'findings', engine: undefined, root: null },
    },
    { valid: { kind: 'new-findings', engine: 'ruff' }, refused: { engine: 7 } },
    { valid: { kind: 'lost-tests' }, refused: { kind: 'lost tests' } },
    { valid: { kind: 'skipped-tests' }, refused: { kind: undefined } },
    { valid: { kind: 'suppressions' }, refused: { '': 'suppressions' } },
    { valid: { kind: 'configuration' }, refused: { '': null } },
    { valid: { kind: 'coverage', path: 'src/a.py' }, refused: { path: undefined } },
    { valid: { kind: 'baseline', engine: 'ruff' }, refused: { engine: undefined } },
  ],
} satisfies SamplesOf<typeof vectorComponentModule>;
