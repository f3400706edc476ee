import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** What a test run under pytest-cov says of coverage: numbers, and whether they can be relied on. */
export const coverageCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: 0,
      category: 'success',
      why: 'It measured what the tests reach.',
    },
    {
      code: 1,
      category: 'success',
      completeness: 'partial',
      why: 'It measured what the tests reach; some failed and may have reached less than they should.',
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
      category: 'success',
      why: 'It measured what the tests reach; that warnings were too many changes nothing of it.',
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
      // Also said of sources that exist and of which no test imports anything; those have a report.
      id: 'no-data',
      stream: 'stdout',
      pattern: 'Failed to generate report: No data to report',
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
