import type * as catalogs from './node.ts';
import type { Row } from './row.ts';
import { absent, clean, empty, findings, noise, nothingRan } from './row.ts';
import { aReport } from '../samples.ts';

const passed = aReport({ verdict: 'passed' });
const failed = aReport({ verdict: 'failed', findings: 1 });

/** What these tools were seen to do: pyright 1.1.414, vitest 5.1, eslint 10.15, TypeScript 6 and 7, biome 2.6, oxlint 1.93. */
export const nodeRows = {
  pyright: {
    'no errors': { exit: 0, report: clean, is: 'success' },
    'warnings alone': { exit: 0, report: findings, is: 'diagnostic' },
    errors: { exit: 1, report: findings, is: 'diagnostic' },
    'a fatal error': { exit: 2, report: empty, is: 'tool_failure, none, CRASHED' },
    'a configuration that cannot be read, with a whole report': {
      exit: 3,
      report: findings,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a bad argument': { exit: 4, report: empty, is: 'tool_failure, none, CONFIG_INVALID' },
    'an empty folder': { exit: 0, report: nothingRan, is: 'unknown, none, EMPTY_SCOPE' },
    'an unknown key': {
      exit: 0,
      report: clean,
      stderr: 'Config contains unrecognized setting "strictt".',
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
    'one file of many with a syntax error': {
      exit: 1,
      report: aReport({ findings: 1, verdict: 'failed' }),
      text: '{"testResults":[{"assertionResults":[],"status":"failed"}]}',
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
    'a bad reporter': { exit: 1, report: absent, is: 'tool_failure, none, NO_OUTPUT' },
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
      is: 'tool_failure, none, TOOL_NOT_FOUND',
    },
    'a report that says failed at exit 0': {
      exit: 0,
      report: failed,
      is: 'unknown, none, CONTRADICTION',
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
  tsc: {
    clean: { exit: 0, report: empty, is: 'success' },
    'type errors, version 6': tscSays(
      2,
      'src/a.ts(3,7): error TS2322: Not assignable.',
      'diagnostic',
    ),
    'type errors, version 7': tscSays(
      1,
      'src/a.ts(3,7): error TS2322: Not assignable.',
      'diagnostic',
    ),
    'an unused name is a finding': tscSays(2, 'src/a.ts(1,7): error TS6133: Unused.', 'diagnostic'),
    'a value that may be null is a finding': tscSays(
      2,
      'src/a.ts(1,7): error TS18047: Possibly null.',
      'diagnostic',
    ),
    'a missing project': tscSays(
      1,
      "error TS5058: The specified path does not exist: 'nope.json'.",
      'tool_failure, none, CONFIG_INVALID',
    ),
    'no inputs': tscSays(
      2,
      "error TS18003: No inputs were found in config file 'tsconfig.json'.",
      'tool_failure, none, CONFIG_INVALID',
    ),
    'a missing file': tscSays(
      2,
      "error TS6053: File 'gone.ts' not found.",
      'tool_failure, none, CONFIG_INVALID',
    ),
    'a bad key beside type errors': tscSays(
      2,
      "tsconfig.json(3,5): error TS5023: Unknown compiler option 'strictt'.\nsrc/a.ts(3,7): error TS2322: No.",
      'tool_failure, none, CONFIG_INVALID',
    ),
    'a syntax error in a path with brackets': tscSays(
      2,
      "we ird (1)/c.ts(1,9): error TS1005: ';' expected.",
      'diagnostic, partial',
    ),
    'exit 2 and not a word': { exit: 2, report: empty, is: 'tool_failure, none, NO_OUTPUT' },
  },
  biome: {
    clean: { exit: 0, report: clean, is: 'success' },
    errors: { exit: 1, report: findings, is: 'diagnostic' },
    'a path that is missing': {
      exit: 1,
      report: findings,
      text: '{"severity":"error","category":"fs/cantRead"}',
      is: 'diagnostic, partial',
      degraded: true,
    },
    'no files processed': { exit: 1, report: clean, is: 'unknown, none, EMPTY_SCOPE' },
    'a bad configuration': { exit: 1, report: absent, is: 'tool_failure, none, CONFIG_INVALID' },
    'colours inside the JSON': {
      exit: 1,
      report: noise,
      is: 'tool_failure, none, CONFIG_INVALID',
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
} satisfies Record<keyof typeof catalogs, Record<string, Row>>;

function tscSays(exit: number, text: string, is: Row['is']): Row {
  return { exit, report: findings, stdout: text, text, is };
}
