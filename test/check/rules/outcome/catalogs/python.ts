import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { moduleMissing } from './module-missing.ts';

export const pytest: ExitCatalog = {
  rules: [
    {
      code: 2,
      report: ['valid-findings'],
      category: 'diagnostic',
      completeness: 'partial',
      why: 'Some test files could not be collected, so no test ran.',
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
      code: 0,
      report: ['valid-empty'],
      category: 'success',
      why: 'All tests passed.',
    },
    { code: 1, report: ['valid-findings'], category: 'diagnostic', why: 'Some tests failed.' },
    {
      code: 6,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'There were more warnings than allowed.',
    },
    {
      code: 1,
      report: ['valid-empty'],
      category: 'unknown',
      reason: 'CONTRADICTION',
      why: 'All tests passed and pytest still failed; a threshold or a plugin may be the cause.',
    },
    {
      code: '*',
      report: ['valid-empty', 'valid-findings'],
      category: 'unknown',
      reason: 'CRASHED',
      why: 'Something called pytest.exit; its tests after that did not run.',
    },
  ],
  probes: [
    moduleMissing('pytest'),
    {
      id: 'stopped-early',
      stream: 'stdout',
      pattern: String.raw`^!+ stopping after \d+ failures? !+$`,
      effect: 'partial',
      remedy: 'It stopped after its first failures; take -x and --maxfail away.',
    },
    {
      id: 'collection-failure',
      stream: 'report',
      pattern: 'message="collection failure"',
      effect: 'partial',
      remedy: 'A test file could not be collected; repair its imports or its syntax.',
    },
    {
      id: 'worker-crashed',
      stream: 'report',
      pattern: 'worker .{1,20} crashed',
      effect: 'partial',
      remedy: 'A worker crashed; the tests it held did not run.',
    },
  ],
};

export const coverage: ExitCatalog = {
  rules: [
    {
      code: 1,
      report: ['valid-findings'],
      category: 'diagnostic',
      completeness: 'partial',
      why: 'The tests failed, so lines may be uncovered that they would have reached.',
    },
    {
      code: 1,
      report: ['valid-empty'],
      category: 'success',
      completeness: 'partial',
      why: 'The tests failed, yet they reached every line.',
    },
  ],
  probes: [
    moduleMissing('coverage'),
    {
      id: 'no-data',
      stream: 'stderr',
      pattern: String.raw`\(no-data-collected\)|^No data to report\.`,
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
  ],
};

/** With --exit-zero: 0 says that it ran, 2 that it could not. */
export const ruff: ExitCatalog = {
  rules: [
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'ruff refused its configuration or an argument; correct it.',
    },
  ],
  probes: [
    {
      id: 'unreadable-file',
      stream: 'report',
      pattern: String.raw`"code":\s*"E902"`,
      effect: 'degraded',
      remedy: 'A file is missing or not UTF-8; take it out of the scope or correct it.',
    },
    {
      id: 'no-files',
      stream: 'stderr',
      pattern: 'No Python files found',
      effect: 'no-input',
      remedy: 'No Python file is in its scope; see whether it names what it should.',
    },
  ],
};

export const mypy: ExitCatalog = {
  report: 'when-findings',
  rules: [
    {
      code: 2,
      report: ['valid-findings'],
      category: 'diagnostic',
      completeness: 'partial',
      why: 'An error in one file kept mypy from judging all others.',
    },
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'mypy refused its arguments, its configuration or a plugin; correct them.',
    },
  ],
  probes: [
    moduleMissing('mypy'),
    {
      id: 'internal-error',
      stream: 'stderr',
      pattern: 'INTERNAL ERROR',
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy: 'mypy had an internal error; its standard error names the file it failed on.',
    },
    {
      id: 'config-ignored',
      stream: 'stderr',
      pattern: String.raw`^\S+\.(?:ini|toml|cfg): `,
      effect: 'degraded',
      remedy: 'mypy ignored a part of its configuration; correct what it names.',
    },
    {
      id: 'no-files',
      stream: 'stderr',
      pattern: String.raw`There are no \.py\[i\] files`,
      effect: 'no-input',
      remedy: 'No Python file is in its scope; see whether it names what it should.',
    },
    {
      id: 'noise',
      stream: 'stdout',
      pattern: String.raw`^[^{\s]`,
      effect: 'partial',
      remedy: 'mypy wrote lines that are not of its report; see the raw output.',
    },
  ],
};
