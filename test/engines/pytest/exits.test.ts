import { describe, expect, it } from 'vitest';
import { pytestCatalog } from '#engines/pytest/catalog.ts';
import { aRun, type Expected, exited, judged, summary } from '../../check/rules/outcome/samples.ts';
import { parse, recorded } from './recorded.ts';

interface Row {
  readonly exit: number | 'SIGSEGV';
  /** A recorded report; none: pytest wrote none. */
  readonly report?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly is: Expected;
}

/** What pytest 9.1.1 was seen to do. */
const rows: Readonly<Record<string, Row>> = {
  'all passed': { exit: 0, report: 'green', stdout: '1 passed in 0.02s', is: 'success' },
  'some failed': { exit: 1, report: 'failures', is: 'diagnostic' },
  'a plugin that hides failures': {
    exit: 0,
    report: 'failures',
    is: 'unknown, none, CONTRADICTION',
  },
  'a configuration file that is missing': {
    exit: 1,
    stderr: "FileNotFoundError: [Errno 2] No such file or directory: '/repo/nope.toml'",
    is: 'tool_failure, none, NO_OUTPUT',
  },
  'pytest not installed': {
    exit: 1,
    stderr: '/usr/bin/python: No module named pytest',
    is: 'tool_failure, none, TOOL_NOT_FOUND',
  },
  'a coverage threshold with all tests green': {
    exit: 1,
    report: 'green',
    stdout: 'FAIL Required test coverage of 100% not reached. Total coverage: 21.43%',
    is: 'unknown, none, CONTRADICTION',
  },
  'stopped at the first failure': {
    exit: 1,
    report: 'short',
    stdout: 'FAILED t.py::test_a\n!!!!!!! stopping after 1 failures !!!!!!!\n1 failed in 0.08s',
    is: 'diagnostic, partial',
  },
  'test files that cannot be collected': {
    exit: 2,
    report: 'collection',
    stdout: '!!!!!!! Interrupted: 2 errors during collection !!!!!!!\n2 errors in 0.20s',
    is: 'diagnostic, partial',
  },
  'one file left out by --continue-on-collection-errors': {
    exit: 1,
    report: 'continued',
    is: 'diagnostic, partial',
  },
  'Ctrl-C after a failure': {
    exit: 2,
    report: 'interrupted',
    stdout: '!!!!!! KeyboardInterrupt !!!!!!\n/repo/test_kb.py:2: KeyboardInterrupt\n1 failed',
    is: 'tool_failure, none, CRASHED',
  },
  'an interruption of which nothing is said': {
    exit: 2,
    report: 'exit0',
    is: 'tool_failure, none, CRASHED',
  },
  'sys.exit at the import of a test': {
    exit: 3,
    report: 'internal',
    stderr: 'mainloop: caught unexpected SystemExit!',
    is: 'tool_failure, none, CRASHED',
  },
  'a bad flag': {
    exit: 4,
    stderr: 'python -m pytest: error: unrecognized arguments: --nope',
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'a conftest that cannot be imported': {
    exit: 4,
    stderr: "ImportError while loading conftest '/repo/conf/conftest.py'.",
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'a path that is missing, with a report': {
    exit: 4,
    report: 'nothing',
    stderr: 'ERROR: file or directory not found: nope.py',
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'no tests': { exit: 5, report: 'nothing', is: 'unknown, none, EMPTY_SCOPE' },
  'too many warnings': {
    exit: 6,
    report: 'warnings',
    stdout: 'Tests pass, but maximum allowed warnings exceeded: 2 > 0\n2 passed, 2 warnings',
    is: 'diagnostic',
  },
  'pytest.exit with a code of its own': {
    exit: 9,
    report: 'exit9',
    stdout: '1 failed in 0.30s\n!!!!!! _pytest.outcomes.Exit: bye !!!!!!',
    is: 'unknown, none, CRASHED',
  },
  'pytest.exit with 1 after a failure': {
    exit: 1,
    report: 'exit9',
    stdout: '1 failed in 0.30s\n!!!!!! _pytest.outcomes.Exit: bye !!!!!!',
    is: 'diagnostic, partial',
  },
  'pytest.exit with 0 before any test': {
    exit: 0,
    report: 'exit0',
    stdout: 'no tests ran in 0.40s\n!!!!!! _pytest.outcomes.Exit: bye !!!!!!',
    is: 'unknown, none, EMPTY_SCOPE',
  },
  'os._exit': { exit: 7, stdout: '.', is: 'tool_failure, none, NO_OUTPUT' },
  'a segmentation fault': { exit: 'SIGSEGV', is: 'tool_failure, none, CRASHED' },
  'a worker that crashed': { exit: 1, report: 'worker', is: 'diagnostic, partial' },
};

function judge({ exit, report, stdout = '', stderr = '' }: Row) {
  const text = report === undefined ? undefined : recorded(report);
  return judged(
    aRun({
      ending: typeof exit === 'number' ? exited(exit) : { kind: 'signalled', signal: exit },
      report: parse(text, stdout).facts,
      texts: { stdout, stderr, report: text ?? '' },
    }),
    pytestCatalog,
  );
}

describe('an end of pytest', () => {
  it.each(Object.entries(rows))('%s', (_, row) => {
    expect(summary(judge(row))).toBe(row.is);
  });

  it('is decided by each rule once', () => {
    const decided = new Set(Object.values(rows).map((row) => judge(row).why));
    expect((pytestCatalog.rules ?? []).filter(({ why }) => !decided.has(why))).toEqual([]);
  });

  it('is told more of by each probe once', () => {
    const said = new Set(Object.values(rows).flatMap((row) => judge(row).warnings));
    expect((pytestCatalog.probes ?? []).filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });

  it('is never partial for what a test merely says', () => {
    const said = recorded('failures').replace(
      'RuntimeError("in helper")',
      `message="collection failure" worker 'gw0' crashed`,
    );
    const run = { report: parse(said).facts, texts: { report: said }, ending: exited(1) };
    expect(judged(aRun(run), pytestCatalog).completeness).toEqual({ kind: 'complete' });
  });
});
