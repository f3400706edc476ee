import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coverageCatalog } from '#engines/coverage/catalog.ts';
import { parseCoverageReport } from '#engines/coverage/report.ts';
import { aRun, type Expected, exited, judged, summary } from '../../check/rules/outcome/samples.ts';

const gaps = readFileSync(
  new URL('../../fixtures/reports/coverage/branches.json', import.meta.url),
  'utf8',
);

interface Row {
  readonly exit: number;
  readonly report?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly is: Expected;
}

/** What pytest-cov 7.1 was seen to do. */
const rows: Readonly<Record<string, Row>> = {
  gaps: { exit: 0, report: gaps, is: 'success' },
  'failing tests': { exit: 1, report: gaps, is: 'success, partial' },
  'failing tests and --no-cov-on-fail': { exit: 1, is: 'tool_failure, none, NO_OUTPUT' },
  'a source name with a typo': {
    exit: 0,
    stdout: 'WARNING: Failed to generate report: No data to report.',
    stderr: 'CoverageWarning: No data was collected. (no-data-collected); see https://',
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'no file, no word': { exit: 0, is: 'tool_failure, none, NO_OUTPUT' },
  'nothing measured': { exit: 0, report: '{"files":{}}', is: 'unknown, none, EMPTY_SCOPE' },
  'one source name with a typo': {
    exit: 0,
    report: gaps,
    stderr: 'CoverageWarning: Module typo was never imported. (module-not-imported); see https://',
    is: 'success, partial',
  },
  'a source file with a syntax error': {
    exit: 0,
    report: gaps,
    stderr: "CoverageWarning: Couldn't parse Python file '/repo/src/pkg/syn.py' (couldnt-parse);",
    is: 'success, partial',
  },
  'a test file that cannot be collected': {
    exit: 2,
    is: 'tool_failure, none, CRASHED',
  },
  'an internal error': { exit: 3, report: gaps, is: 'tool_failure, none, CRASHED' },
  'a bad flag': {
    exit: 4,
    stderr: 'python -m pytest: error: unrecognized arguments: --nope',
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'pytest-cov not installed': {
    exit: 4,
    stderr: '__main__.py: error: unrecognized arguments: --cov=src --cov-branch',
    is: 'tool_failure, none, TOOL_NOT_FOUND',
  },
  'pytest not installed': {
    exit: 1,
    stderr: '/usr/bin/python: No module named pytest',
    is: 'tool_failure, none, TOOL_NOT_FOUND',
  },
  'no tests': { exit: 5, report: gaps, is: 'unknown, none, EMPTY_SCOPE' },
  'too many warnings': { exit: 6, report: gaps, is: 'success' },
  'a hook that ends the run with a code of its own': {
    exit: 9,
    report: gaps,
    is: 'unknown, none, CRASHED',
  },
  'pytest.exit with 0': {
    exit: 0,
    stdout: '1 passed in 0.30s\n!!!!!! _pytest.outcomes.Exit: bye !!!!!!',
    is: 'tool_failure, none, NO_OUTPUT',
  },
};

function judge({ exit, report, stdout = '', stderr = '' }: Row) {
  const reports = new Map(report === undefined ? [] : [['coverage', report]]);
  const { facts } = parseCoverageReport({ stdout, stderr, reports, cwd: '/repo' });
  const texts = { stdout, stderr, report: report ?? '' };
  return judged(aRun({ ending: exited(exit), report: facts, texts }), coverageCatalog);
}

describe('an end of pytest-cov', () => {
  it.each(Object.entries(rows))('%s', (_, row) => {
    expect(summary(judge(row))).toBe(row.is);
  });

  it('is decided by each rule once', () => {
    const decided = new Set(Object.values(rows).map((row) => judge(row).why));
    expect((coverageCatalog.rules ?? []).filter(({ why }) => !decided.has(why))).toEqual([]);
  });

  it('is told more of by each probe once', () => {
    const said = new Set(Object.values(rows).flatMap((row) => judge(row).warnings));
    expect((coverageCatalog.probes ?? []).filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });

  it.each([
    ['one source name with a typo', true],
    ['gaps', false],
  ])('%s is degraded: %s', (name, degraded) => {
    const [, row] = Object.entries(rows).find(([key]) => key === name) ?? [];
    expect(row && judge(row).degraded).toBe(degraded);
  });
});
