import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** What the test runner of Node means by the way it ends. Whatever failed, it ends with 1. */
export const nodeTestCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: '*',
      report: ['absent', 'empty'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'node ended before it had judged any test; correct the argument or the file that its standard error names.',
    },
  ],
  probes: [
    {
      id: 'too-old',
      stream: 'stderr',
      pattern: 'bad option: --test-reporter',
      effect: 'tool-failure',
      reason: 'TOOL_NOT_FOUND',
      remedy: 'This Node has no reporters of tests; use Node 20 or a newer one.',
    },
    {
      id: 'no-tests',
      stream: 'stderr',
      pattern: "^Could not find '",
      effect: 'no-input',
      remedy: 'No test file matches its scope; see whether it names what it should.',
    },
  ],
};
