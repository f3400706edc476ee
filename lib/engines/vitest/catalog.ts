import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** What vitest means by the way it ends. It knows only 0 and 1, so the report of our reporter decides. */
export const vitestCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: 1,
      report: ['absent', 'empty'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'vitest ended before any test; correct the configuration, the argument or the file that its standard error names.',
    },
  ],
  probes: [
    {
      id: 'dependency-missing',
      stream: 'stderr',
      pattern: String.raw`^\s*MISSING DEPENDENCY\s+Cannot find dependency`,
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy:
        'The configuration of vitest asks for a package that is not installed, such as one for coverage; install it.',
    },
    {
      id: 'not-begun',
      stream: 'stderr',
      // Our reporter prints no errors, so what is printed is none of a test.
      pattern: '^⎯+ Unhandled Error ⎯+$',
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy:
        'vitest could not begin: its global setup failed, or a file that it must read to find tests has a syntax error; correct what its standard error names.',
    },
    {
      id: 'no-worker',
      stream: 'report',
      pattern: String.raw`^\{"version":1,"reason":"\w+","related":\w+,"modules":\[\],"unhandled":\[\{`,
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy:
        'vitest could not start any worker; correct the pool or the environment of its tests.',
    },
    {
      id: 'nothing-related',
      stream: 'report',
      pattern: String.raw`^\{"version":1,"reason":"passed","related":true,"modules":\[\]`,
      effect: 'partial',
      remedy: 'No test depends on the files of its scope; only a run on everything can say more.',
    },
  ],
};
