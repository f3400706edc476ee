import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** What pytest 9 means by its exit codes, together with the report that came with them. */
export const pytestCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    { code: 0, report: ['valid-empty'], category: 'success', why: 'All tests passed.' },
    {
      code: 0,
      report: ['valid-findings'],
      category: 'unknown',
      reason: 'CONTRADICTION',
      why: 'Tests failed and pytest said that all is well; a plugin may have changed its exit code.',
    },
    { code: 1, report: ['valid-findings'], category: 'diagnostic', why: 'Some tests failed.' },
    {
      code: 1,
      report: ['valid-empty'],
      category: 'unknown',
      reason: 'CONTRADICTION',
      why: 'All tests passed and pytest still failed; a coverage threshold or a plugin may be the cause.',
    },
    {
      code: 2,
      report: ['valid-findings'],
      category: 'diagnostic',
      completeness: 'partial',
      why: 'Tests failed or could not be collected, and the run ended before all had run.',
    },
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CRASHED',
      why: 'The test run was interrupted; run it again.',
    },
    {
      code: 3,
      category: 'tool_failure',
      reason: 'CRASHED',
      why: 'pytest had an internal error; a plugin or the import of a test module may be the cause.',
    },
    {
      code: 4,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pytest refused its arguments, its configuration or a conftest.py; correct them.',
    },
    {
      code: 5,
      category: 'unknown',
      reason: 'EMPTY_SCOPE',
      why: 'No test was collected; see whether the scope names what it should.',
    },
    {
      code: 6,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'There were more warnings than allowed.',
    },
    {
      code: '*',
      report: ['valid-empty', 'valid-findings'],
      category: 'unknown',
      reason: 'CRASHED',
      why: 'Something ended pytest with an exit code of its own; its other tests did not run.',
    },
  ],
  probes: [
    {
      id: 'module-missing',
      stream: 'stderr',
      pattern: String.raw`No module named '?pytest\b`,
      effect: 'tool-failure',
      reason: 'TOOL_NOT_FOUND',
      remedy: 'pytest is not installed for this Python; add it to the development dependencies.',
    },
    {
      id: 'keyboard-interrupt',
      stream: 'stdout',
      pattern: String.raw`^!+ KeyboardInterrupt !+$`,
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy: 'The test run was interrupted before its end; run it again.',
    },
    {
      id: 'stopped-early',
      stream: 'stdout',
      pattern: String.raw`^!+ (?:xdist\.dsession\.Interrupted: )?stopping after \d+ failures? !+$`,
      effect: 'partial',
      remedy: 'It stopped after its first failures; take -x and --maxfail away.',
    },
    {
      id: 'exit-called',
      stream: 'stdout',
      pattern: String.raw`^!+ _pytest\.outcomes\.Exit: .* !+$`,
      effect: 'partial',
      remedy: 'Something called pytest.exit; the tests after that did not run.',
    },
    {
      id: 'collection-failure',
      stream: 'report',
      pattern: '<error message="collection failure"',
      effect: 'partial',
      remedy: 'A test file could not be collected; repair its imports or its syntax.',
    },
    {
      id: 'worker-crashed',
      stream: 'report',
      pattern: String.raw`<(?:error|failure) message="[^"]{0,40}worker '\w{1,20}' crashed`,
      effect: 'partial',
      remedy: 'A worker crashed; the tests it held did not run.',
    },
  ],
};
