import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** What mocha means by the way it ends: its exit code is the number of what failed, or 1. */
export const mochaCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: '*',
      report: ['absent', 'empty'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'mocha ended before it had judged its tests; correct the configuration, the argument or the error that its standard error names.',
    },
  ],
  probes: [
    {
      id: 'no-tests',
      stream: 'stderr',
      pattern: '^(?:Error: )?No test files found',
      effect: 'no-input',
      remedy: 'No test file matches its scope; see whether it names what it should.',
    },
    {
      id: 'hook-failed',
      stream: 'report',
      pattern: String.raw`^\s*"title": "\\"(?:before|after) (?:all|each)\\" hook`,
      effect: 'partial',
      remedy: 'A hook failed; the tests after it did not run.',
    },
  ],
};
