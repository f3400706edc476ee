import type { ExitCatalog } from '#domain/outcome/exit-catalog.ts';

/** What a test run under pytest-cov says of coverage: failing tests reach less than they should. */
export const coverageCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: 0,
      report: ['valid-empty'],
      category: 'success',
      why: 'The tests reached every line and branch.',
    },
    {
      code: 0,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'Some lines are not reached.',
    },
    {
      code: 1,
      report: ['valid-empty'],
      category: 'success',
      completeness: 'partial',
      why: 'The tests failed, yet they reached every line.',
    },
    {
      code: 1,
      report: ['valid-findings'],
      category: 'diagnostic',
      completeness: 'partial',
      why: 'The tests failed, so lines may be uncovered that they would have reached.',
    },
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CRASHED',
      why: 'The test run was interrupted or could not collect its tests; repair it first.',
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
      why: 'No test was collected, so nothing was measured; see whether the tests are found.',
    },
    {
      code: 6,
      report: ['valid-empty'],
      category: 'success',
      why: 'The tests reached everything; only their warnings were too many.',
    },
    {
      code: 6,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'Some lines are not reached; that warnings were too many changes nothing of it.',
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
      remedy: 'pytest is not installed for this Python; add it and pytest-cov to its dependencies.',
    },
    {
      id: 'plugin-missing',
      stream: 'stderr',
      pattern: String.raw`unrecognized arguments:.* --cov\b`,
      effect: 'tool-failure',
      reason: 'TOOL_NOT_FOUND',
      remedy:
        'pytest-cov is not installed for this Python; add it to the development dependencies.',
    },
    {
      id: 'wrong-options',
      stream: 'stderr',
      pattern: 'unrecognized arguments:.* --wrong-options=',
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy: 'Its options are wrong: there is only `source`, a list of folders or packages.',
    },
    {
      id: 'no-data',
      stream: 'stderr',
      pattern: String.raw`\(no-data-collected\)`,
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy: 'Nothing was measured; name the source packages of the repository.',
    },
    {
      id: 'never-imported',
      stream: 'stderr',
      pattern: String.raw`\(module-not-imported\)`,
      effect: 'degraded',
      remedy: 'A source package was never imported; see whether its name is right.',
    },
    {
      id: 'dropped-file',
      stream: 'stderr',
      pattern: String.raw`\(couldnt-parse\)`,
      effect: 'partial',
      remedy: 'A source file could not be parsed and was left out; repair its syntax.',
    },
    {
      id: 'exit-called',
      stream: 'stdout',
      pattern: String.raw`^!+ _pytest\.outcomes\.Exit: .* !+$`,
      effect: 'partial',
      remedy: 'Something called pytest.exit; the tests after that did not run.',
    },
  ],
};
