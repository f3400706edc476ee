import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** What jest means by the way it ends. It knows only 0 and 1, so its report decides. */
export const jestCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: 1,
      report: ['absent', 'empty'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'jest ended before it had judged its tests; correct the configuration, the argument or the error that its standard error names.',
    },
  ],
  probes: [
    {
      id: 'no-tests',
      stream: 'stderr',
      pattern: '^No tests found, exiting with code [01]$',
      effect: 'no-input',
      remedy: 'No test matches its scope; see whether it names what it should.',
    },
  ],
};
