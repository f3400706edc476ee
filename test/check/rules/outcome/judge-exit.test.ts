import { describe, expect, it } from 'vitest';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import type { ReportFacts, ReportState } from '#check/rules/outcome/run-facts.ts';
import { aReport, aRun, exited, type Expected, judged, summary } from './samples.ts';

const reports: Record<ReportState, ReportFacts> = {
  absent: aReport({ state: 'absent', analysed: null }),
  empty: aReport({ state: 'empty', analysed: null }),
  unparseable: aReport({ state: 'unparseable', analysed: null }),
  invalid: aReport({ state: 'invalid', analysed: null }),
  truncated: aReport({ state: 'truncated', findings: 2, analysed: null }),
  'valid-empty': aReport(),
  'valid-findings': aReport({ findings: 2 }),
};

type Owed = NonNullable<ExitCatalog['report']>;
type Codes = readonly [zero: Expected, one: Expected];

const noOutput: Codes = ['tool_failure, none, NO_OUTPUT', 'tool_failure, none, NO_OUTPUT'];
const notJson: Codes = [
  'tool_failure, none, JSON_PARSE_FAILED',
  'tool_failure, none, JSON_PARSE_FAILED',
];
const invalid: Codes = ['tool_failure, none, REPORT_INVALID', 'tool_failure, none, REPORT_INVALID'];
const nothing: Codes = ['success', 'unknown, none, CONTRADICTION'];
const found: Codes = ['diagnostic', 'diagnostic'];

const always: Record<ReportState, Codes> = {
  absent: noOutput,
  empty: noOutput,
  unparseable: notJson,
  invalid,
  truncated: invalid,
  'valid-empty': nothing,
  'valid-findings': found,
};

const table: Record<Owed, Record<ReportState, Codes>> = {
  always,
  'when-findings': { ...always, empty: ['success', noOutput[1]] },
  never: {
    absent: nothing,
    empty: nothing,
    unparseable: nothing,
    invalid: nothing,
    truncated: found,
    'valid-empty': nothing,
    'valid-findings': found,
  },
};

const states = Object.entries(reports);
const cases = Object.entries(table).flatMap(([owed, row]) =>
  Object.entries(row).flatMap(([state, codes]) =>
    codes.map((expected, code) => ({ owed, state, code, expected })),
  ),
);

describe('a process that exited', () => {
  it.each(cases)(
    'report $owed, $state, exit $code: $expected',
    ({ owed, state, code, expected }) => {
      const report = states.find(([name]) => name === state)?.[1] ?? aReport();
      const catalog: ExitCatalog = owedAs[owed] ?? {};
      expect(summary(judged(aRun({ ending: exited(code), report }), catalog))).toBe(expected);
    },
  );

  it('owes a report when the catalog does not say', () => {
    expect(summary(judged(aRun({ report: reports.absent })))).toBe(noOutput[0]);
  });
});

const owedAs: Record<string, ExitCatalog> = {
  always: { report: 'always' },
  'when-findings': { report: 'when-findings' },
  never: { report: 'never' },
};

describe('a launcher that speaks for the tool', () => {
  const codes: Record<number, Expected> = {
    125: 'tool_failure, none, NO_OUTPUT',
    126: 'tool_failure, none, LAUNCH_FAILED',
    127: 'tool_failure, none, TOOL_NOT_FOUND',
    128: 'tool_failure, none, NO_OUTPUT',
    137: 'tool_failure, none, CRASHED',
    139: 'tool_failure, none, CRASHED',
    255: 'tool_failure, none, NO_OUTPUT',
  };

  it.each(Object.entries(codes))('exit %s without a report: %s', (code, expected) => {
    const run = aRun({ ending: exited(Number(code)), report: reports.absent });
    expect(summary(judged(run))).toBe(expected);
  });

  it('is not heard where there is a report', () => {
    const run = aRun({ ending: exited(127), report: reports['valid-findings'] });
    expect(summary(judged(run))).toBe('diagnostic');
  });
});

describe('a rule', () => {
  const trust: ExitCatalog = {
    rules: [{ code: 7, category: 'success', why: 'Seven is well.' }],
  };

  it('goes before the listed codes', () => {
    const catalog = { ...trust, exitCodes: { toolFailure: [7] } };
    expect(judged(aRun({ ending: exited(7) }), catalog)).toMatchObject({
      category: 'success',
      rawExit: 7,
      exit: 0,
      why: 'Seven is well.',
    });
  });

  it('of trust never speaks for a report that is broken', () => {
    const run = aRun({ ending: exited(7), report: reports.absent });
    expect(summary(judged(run, trust))).toBe('tool_failure, none, NO_OUTPUT');
  });

  it('of trust does not stand before one of failure that names the broken report', () => {
    const refused = { category: 'tool_failure', reason: 'CONFIG_INVALID', why: 'No.' } as const;
    const rules = [...(trust.rules ?? []), { code: 7, report: ['absent'], ...refused }] as const;
    const run = aRun({ ending: exited(7), report: reports.absent });
    expect(summary(judged(run, { rules }))).toBe('tool_failure, none, CONFIG_INVALID');
  });

  it('of failure keeps the findings and shows them as not counted on', () => {
    const catalog: ExitCatalog = {
      rules: [
        { code: 3, category: 'tool_failure', reason: 'CONFIG_INVALID', why: 'It used its own.' },
      ],
    };
    const run = aRun({ ending: exited(3), report: reports['valid-findings'] });
    expect(judged(run, catalog)).toMatchObject({
      category: 'tool_failure',
      completeness: { kind: 'none', reason: 'It used its own.' },
      findings: 2,
      exit: 3,
      warnings: ['It used its own.', 'Its 2 findings are shown, but not counted on.'],
    });
  });

  it('that comes first holds', () => {
    const catalog: ExitCatalog = {
      rules: [
        { code: 7, category: 'success', completeness: 'partial', why: 'First.' },
        { code: '*', category: 'success', why: 'Second.' },
      ],
    };
    const judgement = judged(aRun({ ending: exited(7) }), catalog);
    expect(judgement.completeness).toEqual({ kind: 'partial', reason: 'First.' });
    expect(judged(aRun({ ending: exited(8) }), catalog).why).toBe('Second.');
  });

  it('cannot make a contradiction believed', () => {
    const catalog: ExitCatalog = {
      rules: [{ code: 1, category: 'diagnostic', why: 'One is findings.' }],
    };
    const run = aRun({ ending: exited(1), report: reports['valid-empty'] });
    expect(summary(judged(run, catalog))).toBe('unknown, none, CONTRADICTION');
  });
});

describe('a report of less than it should have judged', () => {
  it('is partial and says by how much', () => {
    const judgement = judged(aRun({ report: aReport({ analysed: 3, expected: 9 }) }));
    expect(judgement.completeness).toEqual({ kind: 'partial', reason: 'It judged 3 of 9.' });
    expect(judgement.warnings).toEqual(['It judged 3 of 9.']);
  });

  it('is complete when the numbers agree', () => {
    const judgement = judged(aRun({ report: aReport({ analysed: 9, expected: 9 }) }));
    expect(judgement).toMatchObject({ completeness: { kind: 'complete' }, warnings: [] });
  });
});

describe('a listed failure without a report', () => {
  it('is called a crash, for the catalog knows more than the silence tells', () => {
    const run = aRun({ ending: exited(2), report: reports.empty });
    expect(summary(judged(run, { exitCodes: { toolFailure: [2] } }))).toBe(
      'tool_failure, none, CRASHED',
    );
  });
});
