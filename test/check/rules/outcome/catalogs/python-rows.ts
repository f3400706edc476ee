import type * as catalogs from './python.ts';
import type { Row } from './row.ts';
import { absent, clean, empty, findings, noise, nothingRan } from './row.ts';
import { aReport } from '../samples.ts';

/** What these tools were seen to do: pytest 9.1, pytest-cov 7.1, ruff 0.16, mypy 2.4. */
export const pythonRows = {
  pytest: {
    'all passed': { exit: 0, report: clean, is: 'success' },
    'some failed': { exit: 1, report: findings, is: 'diagnostic' },
    'a configuration file that is missing': {
      exit: 1,
      report: absent,
      stderr: "FileNotFoundError: [Errno 2] No such file or directory: 'nope.toml'",
      is: 'tool_failure, none, NO_OUTPUT',
    },
    'pytest not installed': {
      exit: 1,
      report: absent,
      stderr: '/usr/bin/python: No module named pytest',
      is: 'tool_failure, none, TOOL_NOT_FOUND',
    },
    'a coverage threshold with all tests green': {
      exit: 1,
      report: clean,
      is: 'unknown, none, CONTRADICTION',
    },
    'stopped at the first failure': {
      exit: 1,
      report: findings,
      stdout: 'FAILED t.py::test_a\n!!!!!!!! stopping after 1 failures !!!!!!!!\n1 failed',
      is: 'diagnostic, partial',
    },
    'fewer run than collected': {
      exit: 1,
      report: aReport({ findings: 1, analysed: 3, expected: 9 }),
      is: 'diagnostic, partial',
    },
    'a test file that cannot be imported': {
      exit: 2,
      report: aReport({ findings: 1, analysed: 0 }),
      is: 'diagnostic, partial',
    },
    'Ctrl-C': { exit: 2, report: clean, is: 'tool_failure, none, CRASHED' },
    'a hook that raises': { exit: 3, report: findings, is: 'tool_failure, none, CRASHED' },
    'sys.exit at the import of a test': {
      exit: 3,
      report: nothingRan,
      is: 'tool_failure, none, CRASHED',
    },
    'a bad flag': { exit: 4, report: absent, is: 'tool_failure, none, CONFIG_INVALID' },
    'a path that is missing, with a report': {
      exit: 4,
      report: nothingRan,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'no tests': { exit: 5, report: nothingRan, is: 'unknown, none, EMPTY_SCOPE' },
    'too many warnings': { exit: 6, report: findings, is: 'diagnostic' },
    'pytest.exit with a code of its own': {
      exit: 9,
      report: findings,
      is: 'unknown, none, CRASHED',
    },
    'os._exit': { exit: 7, report: absent, is: 'tool_failure, none, NO_OUTPUT' },
    'a segmentation fault': { exit: 'SIGSEGV', report: absent, is: 'tool_failure, none, CRASHED' },
    'one file left out by --continue-on-collection-errors': {
      exit: 1,
      report: findings,
      text: '<testcase name="tests.test_syn"><error message="collection failure">E</error>',
      is: 'diagnostic, partial',
    },
    'a worker that crashed': {
      exit: 1,
      report: findings,
      text: `"message": "worker 'gw0' crashed while running t.py::test_a"`,
      is: 'diagnostic, partial',
    },
  },
  coverage: {
    'every line reached': { exit: 0, report: clean, is: 'success' },
    gaps: { exit: 0, report: findings, is: 'diagnostic' },
    'a source name with a typo': {
      exit: 0,
      report: absent,
      stderr: 'CoverageWarning: No data was collected. (no-data-collected)',
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'no file, no word': { exit: 0, report: absent, is: 'tool_failure, none, NO_OUTPUT' },
    'one source name with a typo': {
      exit: 0,
      report: findings,
      stderr: 'CoverageWarning: Module typo was never imported. (module-not-imported)',
      is: 'diagnostic, partial',
      degraded: true,
    },
    'a source file that was dropped': {
      exit: 0,
      report: aReport({ findings: 1, analysed: 4, expected: 5 }),
      is: 'diagnostic, partial',
    },
    'failing tests or a threshold, with gaps': {
      exit: 1,
      report: findings,
      is: 'diagnostic, partial',
    },
    'failing tests, no gaps': { exit: 1, report: clean, is: 'success, partial' },
    'no data to report': {
      exit: 1,
      report: absent,
      stderr: 'No data to report.',
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a threshold of coverage json': { exit: 2, report: findings, is: 'diagnostic' },
    'coverage not installed': {
      exit: 1,
      report: absent,
      stderr: "ModuleNotFoundError: No module named 'coverage'",
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
      is: 'unknown, none, EMPTY_SCOPE',
    },
    'a path that is missing': {
      exit: 0,
      report: aReport({ findings: 1 }),
      text: '[{"code": "E902","message":"No such file or directory"}]',
      is: 'diagnostic, partial',
      degraded: true,
    },
  },
  mypy: {
    clean: { exit: 0, report: clean, is: 'success' },
    'clean, without its empty line': { exit: 0, report: empty, is: 'success' },
    'an unknown key in the configuration': {
      exit: 0,
      report: clean,
      stderr: 'mypy.ini: [mypy]: Unrecognized option: strictt = True',
      is: 'success, partial',
      degraded: true,
    },
    errors: { exit: 1, report: findings, is: 'diagnostic' },
    'a crash that exits 1': {
      exit: 1,
      report: empty,
      stderr: 'AssertionError: Cannot find module',
      is: 'tool_failure, none, NO_OUTPUT',
    },
    'mypy not installed': {
      exit: 1,
      report: empty,
      stderr: '/venv/bin/python: No module named mypy',
      is: 'tool_failure, none, TOOL_NOT_FOUND',
    },
    'a syntax error in one file': { exit: 2, report: findings, is: 'diagnostic, partial' },
    'a path that is missing': {
      exit: 2,
      report: noise,
      stdout: 'Found 1 error in 1 file (errors prevented further checking)',
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'a bad flag or a missing configuration': {
      exit: 2,
      report: empty,
      is: 'tool_failure, none, CONFIG_INVALID',
    },
    'no files': {
      exit: 2,
      report: empty,
      stderr: "There are no .py[i] files in directory 'docs'",
      is: 'unknown, none, EMPTY_SCOPE',
    },
    'an internal error': {
      exit: 2,
      report: empty,
      stderr: 'src/a.py:1: error: INTERNAL ERROR -- Please try using mypy master',
      is: 'tool_failure, none, CRASHED',
    },
    'lines that are no JSON': {
      exit: 1,
      report: findings,
      stdout: '{"file":"a.py"}\nWarning: unused section\n',
      is: 'diagnostic, partial',
    },
  },
} satisfies Record<keyof typeof catalogs, Record<string, Row>>;
