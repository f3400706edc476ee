import { describe, expect, it } from 'vitest';
import { engines } from '#engines/registry.ts';
import { matchProbes } from '#check/rules/outcome/probes.ts';
import type { ReportFacts } from '#check/rules/outcome/run-facts.ts';
import {
  aReport,
  aRun,
  type Expected,
  exited,
  judged,
  summary,
} from '../check/rules/outcome/samples.ts';

interface Row {
  readonly exit: number;
  readonly report: ReportFacts;
  readonly stdout?: string;
  readonly stderr?: string;
  /** The text of the report as the tool wrote it, as far as probes look at it. */
  readonly text?: string;
  readonly is: Expected;
  readonly degraded?: true;
}

const clean = aReport();
const findings = aReport({ findings: 2 });
const absent = aReport({ state: 'absent', analysed: null });
const empty = aReport({ state: 'empty', analysed: null });
const noise = aReport({ state: 'unparseable', analysed: null });
const nothingRan = aReport({ analysed: 0 });
const passed = aReport({ verdict: 'passed' });
const failed = aReport({ verdict: 'failed', findings: 1 });

/**
 * What the tools were seen to do whose ends are not recorded as texts: biome 2.6, eslint 10.15, oxlint 1.93,
 * pylint 4.1, ruff 0.16, tombi 1.9, vitest 5.1.
 */
const ends: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  biome: {
    clean: { exit: 0, report: clean, is: 'success' },
    errors: { exit: 1, report: findings, is: 'diagnostic' },
    'a path that is missing': {
      exit: 1,
      report: findings,
      text: '{"severity":"error","category":"fs/cantRead"}',
      is: 'diagnostic, partial',
    },
    'no files processed': { exit: 1, report: nothingRan, is: 'unknown, none, EMPTY_SCOPE' },
    'a bad configuration': { exit: 1, report: absent, is: 'tool_failure, none, CONFIG_INVALID' },
    'colours inside the JSON': {
      exit: 1,
      report: noise,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
  },
  eslint: {
    clean: { exit: 0, report: clean, is: 'success' },
    'warnings alone': { exit: 0, report: findings, is: 'diagnostic' },
    errors: { exit: 1, report: findings, is: 'diagnostic' },
    'a broken configuration': {
      exit: 2,
      report: absent,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a crash that writes to standard output': {
      exit: 2,
      report: noise,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'unused suppressions or a fatal error, with a whole report': {
      exit: 2,
      report: findings,
      is: 'diagnostic',
    },
    'exit 2 with a report of nothing': {
      exit: 2,
      report: clean,
      is: 'unknown, none, CONTRADICTION',
    },
    'no match': {
      exit: 2,
      report: absent,
      stderr: "No files matching the pattern 'nope' were found.",
      is: 'unknown, none, EMPTY_SCOPE',
    },
  },
  oxlint: {
    'warnings alone': { exit: 0, report: findings, is: 'diagnostic' },
    clean: { exit: 0, report: clean, is: 'success' },
    errors: { exit: 1, report: findings, is: 'diagnostic' },
    'no files': {
      exit: 1,
      report: nothingRan,
      stdout: 'No files found to lint. Please check your paths.\n{"diagnostics":[]}',
      is: 'unknown, none, EMPTY_SCOPE',
    },
    'a configuration error as text': {
      exit: 1,
      report: noise,
      stdout: '\u{1B}[31mFailed to parse oxlint configuration file.\u{1B}[0m',
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a bad flag': { exit: 1, report: empty, is: 'tool_failure, none, CONFIG_INVALID' },
  },
  pylint: {
    clean: { exit: 0, report: clean, is: 'success' },
    'messages of several kinds': { exit: 30, report: findings, is: 'diagnostic' },
    'a syntax error': { exit: 2, report: findings, is: 'diagnostic' },
    'findings, told to exit 0': { exit: 0, report: findings, is: 'diagnostic' },
    'messages said, none reported': { exit: 4, report: clean, is: 'unknown, none, CONTRADICTION' },
    'a path that does not exist': {
      exit: 1,
      report: clean,
      stdout: '{"messages": [{"type": "fatal", "messageId": "F0001"}]}',
      is: 'tool_failure, none, CRASHED',
    },
    'a checker that crashes on one file': {
      exit: 5,
      report: findings,
      stdout: '{"messages": [{"type": "fatal", "messageId": "F0002"}]}',
      is: 'diagnostic, partial',
    },
    'a missing rcfile or an unknown option': {
      exit: 32,
      report: empty,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'no paths, with a line of text': {
      exit: 32,
      report: noise,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a usage error beside a fatal one': {
      exit: 33,
      report: empty,
      is: 'tool_failure, none, CRASHED',
    },
    'a broken rcfile': {
      exit: 0,
      report: clean,
      stdout: '.pylintrc:1:0: F0011: error while parsing the configuration\n{',
      is: 'success, partial',
      degraded: true,
    },
    'an unknown key, plugin or message': {
      exit: 0,
      report: clean,
      stdout: '{"messages": [{"type": "error", "messageId": "E0015"}]}',
      is: 'success, partial',
      degraded: true,
    },
    'pylint not installed': {
      exit: 1,
      report: empty,
      stderr: 'python3: No module named pylint',
      is: 'tool_failure, none, TOOL_NOT_FOUND',
    },
  },
  ruff: {
    clean: { exit: 0, report: clean, is: 'success' },
    'violations, told to exit 0': { exit: 0, report: findings, is: 'diagnostic' },
    violations: { exit: 1, report: findings, is: 'diagnostic' },
    'a bad configuration': {
      exit: 2,
      report: empty,
      stderr: 'ruff failed\n  Cause: Failed to parse ruff.toml',
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'an empty folder': {
      exit: 0,
      report: clean,
      stderr: 'warning: No Python files found under the given path(s)',
      is: 'success, partial',
    },
    'a path that is missing': {
      exit: 0,
      report: clean,
      stdout: '[{"code": "E902","message":"No such file or directory"}]',
      is: 'success, partial',
    },
  },
  tombi: {
    clean: { exit: 0, report: clean, is: 'success' },
    'a duplicate key': { exit: 1, report: findings, is: 'diagnostic' },
    'a file that cannot be read beside findings': {
      exit: 1,
      report: findings,
      text: '[{"code": "io-error", "range": null}]',
      is: 'diagnostic, partial',
    },
    'a path that does not exist': {
      exit: 1,
      report: nothingRan,
      text: '[{"code": "io-error", "range": null}]',
      is: 'unknown, none, EMPTY_SCOPE',
    },
    'exit 1 and no report': { exit: 1, report: absent, is: 'tool_failure, none, NO_OUTPUT' },
    'an unknown option': { exit: 2, report: absent, is: 'tool_failure, none, CONFIG_INVALID' },
    'a broken configuration': {
      exit: 0,
      report: clean,
      stderr: 'warning: failed to parse config file',
      is: 'success, partial',
      degraded: true,
    },
  },
  vitest: {
    'all passed': { exit: 0, report: passed, is: 'success' },
    'a failing test': { exit: 1, report: failed, is: 'diagnostic' },
    'no file matches': {
      exit: 1,
      report: aReport({ analysed: 0, verdict: 'failed' }),
      is: 'unknown, none, EMPTY_SCOPE',
    },
    'no file matches, allowed': {
      exit: 0,
      report: aReport({ analysed: 0, verdict: 'passed' }),
      is: 'unknown, none, EMPTY_SCOPE',
    },
    'a filter that skips every test': {
      exit: 0,
      report: aReport({ analysed: 0, expected: 7, verdict: 'passed' }),
      is: 'unknown, none, EMPTY_SCOPE',
    },
    'a file with a syntax error': {
      exit: 1,
      report: aReport({ analysed: 0, findings: 1, verdict: 'failed' }),
      is: 'diagnostic, partial',
    },
    'an unhandled rejection or a killed worker': {
      exit: 1,
      report: passed,
      is: 'unknown, none, CONTRADICTION',
    },
    'stopped by --bail': {
      exit: 1,
      report: aReport({ findings: 1, analysed: 2, expected: 9, verdict: 'failed' }),
      is: 'diagnostic, partial',
    },
    'beforeAll that throws': {
      exit: 1,
      report: aReport({ findings: 1, analysed: 0, expected: 4, verdict: 'failed' }),
      is: 'diagnostic, partial',
    },
    'a bad reporter': { exit: 1, report: absent, is: 'tool_failure, none, CONFIG_INVALID' },
    'a broken configuration': {
      exit: 1,
      report: absent,
      stderr: '\u{1B}[31mfailed to load config from /repo/vitest.config.ts\u{1B}[39m',
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a missed threshold, tests green': {
      exit: 1,
      report: passed,
      stderr: 'ERROR: Coverage for lines (50%) does not meet global threshold (90%)',
      is: 'unknown, none, CONTRADICTION',
    },
    'a coverage provider that is missing': {
      exit: 1,
      report: absent,
      stderr: ' MISSING DEPENDENCY  Cannot find dependency @vitest/coverage-v8',
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a report that says failed at exit 0': {
      exit: 0,
      report: failed,
      is: 'unknown, none, CONTRADICTION',
    },
  },
};

describe.each(Object.entries(ends))('the catalog of %s', (id, rows) => {
  it.each(Object.entries(rows))('judges %s', (_, { exit, report, text = '', ...row }) => {
    const engine = engines.find((one) => one.id === id);
    const { is, degraded = false, stdout = '', stderr = '' } = row;
    const texts = { stdout, stderr, report: text };
    const judgement = judged(aRun({ ending: exited(exit), report, texts }), engine?.check.catalog);
    expect([summary(judgement), judgement.degraded]).toEqual([is, degraded]);
  });
});

it.each(engines.map(({ id, check }) => [id, check.catalog] as const))(
  'what %s is asked about its words is not so of a clean run',
  (id, catalog) => {
    // A line of mypy is one finding; the others print a list, or nothing at all.
    const stdout = id === 'mypy' ? '\n' : '[]\n';
    expect(matchProbes(catalog, { stdout, stderr: '', report: '[]\n' })).toEqual([]);
  },
);
