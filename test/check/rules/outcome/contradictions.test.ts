import { describe, expect, it } from 'vitest';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import type { ReportFacts } from '#check/rules/outcome/run-facts.ts';
import { aReport, aRun, exited, type Expected, judged, summary } from './samples.ts';

type Verdict = NonNullable<ReportFacts['verdict']> | 'silent';
type Counts = 'nothing judged' | 'no findings' | 'findings';

const contradiction = 'unknown, none, CONTRADICTION';
const noScope = 'unknown, none, EMPTY_SCOPE';

/** What the report says of itself, what it holds, and the two codes 0 and 1. */
const table: Record<Verdict, Record<Counts, readonly [zero: Expected, one: Expected]>> = {
  passed: {
    'nothing judged': [noScope, noScope],
    'no findings': ['success', contradiction],
    findings: ['diagnostic', contradiction],
  },
  failed: {
    'nothing judged': [noScope, noScope],
    'no findings': [contradiction, contradiction],
    findings: [contradiction, 'diagnostic'],
  },
  silent: {
    'nothing judged': [noScope, noScope],
    'no findings': ['success', contradiction],
    findings: ['diagnostic', 'diagnostic'],
  },
};

const counts: Record<Counts, Partial<ReportFacts>> = {
  'nothing judged': { analysed: 0 },
  'no findings': {},
  findings: { findings: 2 },
};

const verdicts: Record<Verdict, ReportFacts['verdict']> = {
  passed: 'passed',
  failed: 'failed',
  silent: null,
};

const cases = Object.entries(verdicts).flatMap(([said, verdict]) =>
  Object.entries(counts).flatMap(([held, numbers]) =>
    [0, 1].map((code) => ({ said, held, code, report: aReport({ ...numbers, verdict }) })),
  ),
);

describe('what the report says beside what the code says', () => {
  it.each(cases)('$said, $held, exit $code', ({ said, held, code, report }) => {
    const rows: Record<string, Record<string, readonly Expected[]>> = table;
    const judgement = judged(aRun({ ending: exited(code), report }));
    expect(summary(judgement)).toBe(rows[said]?.[held]?.[code]);
    expect(judgement.warnings.length > 0).toBe(judgement.error !== null);
  });

  it('is believed where the catalog calls the code a success', () => {
    const catalog: ExitCatalog = { isFix: true };
    const run = aRun({ ending: exited(1), report: aReport({ verdict: 'passed' }) });
    expect(summary(judged(run, catalog))).toBe('success');
  });

  it('is still not believed when such a success judged nothing', () => {
    const run = aRun({ ending: exited(1), report: aReport({ analysed: 0 }) });
    expect(summary(judged(run, { exitCodes: { success: [1] } }))).toBe(noScope);
  });

  it('does not soften a failure of the tool', () => {
    const run = aRun({ ending: exited(4), report: aReport({ analysed: 0 }) });
    expect(judged(run, { exitCodes: { toolFailure: [4] } }).category).toBe('tool_failure');
  });
});
