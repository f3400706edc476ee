import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { remarks } from './remarks.ts';

/**
 * What mypy means by the way it ends. Whatever it does not understand in its configuration it leaves out and says so, and
 * then judges all files; only an error that stops it (exit code 2) keeps it from some.
 */
export const mypyCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      // With its report as JSON it counts notes among the errors.
      code: 1,
      report: ['valid-empty'],
      category: 'success',
      why: 'mypy found no error and wrote notes.',
    },
    {
      code: 2,
      report: ['valid-findings'],
      category: 'diagnostic',
      completeness: 'partial',
      why: 'An error in one file kept mypy from judging all others; repair it first.',
    },
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'mypy refused its arguments, its configuration or a plugin; correct what its standard error names.',
    },
  ],
  probes: [
    {
      id: 'module-missing',
      stream: 'stderr',
      pattern: 'No module named mypy$',
      effect: 'tool-failure',
      reason: 'TOOL_NOT_FOUND',
      remedy:
        'The interpreter of this project has no mypy; add it to the development dependencies.',
    },
    {
      id: 'internal-error',
      stream: 'stderr',
      pattern: 'INTERNAL ERROR',
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy: 'mypy had an internal error; its standard error names the file it failed on.',
    },
    {
      id: 'crashed',
      stream: 'stderr',
      pattern: String.raw`^Traceback \(most recent call last\):`,
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy: 'mypy crashed; its standard error says where.',
    },
    {
      id: 'not-utf-8',
      stream: 'stderr',
      pattern: '^.+: error: Cannot decode file: ',
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy:
        'A file is not in its encoding, so mypy judged none; save it as UTF-8 or declare what it is in.',
    },
    {
      id: 'no-files',
      stream: 'stderr',
      pattern: String.raw`^There are no \.py\[i\] files`,
      effect: 'no-input',
      remedy: 'No Python file is in its scope; see whether it names what it should.',
    },
    {
      id: 'config-ignored',
      stream: 'stderr',
      // For a version of Python that it does not know any more, it takes the oldest that it knows.
      pattern: String.raw`^(?!usage:|mypy:|.*: ?python_version: Python \d+\.\d+ is not supported |.*: Unrecognized option: )\S.*\.(?:ini|toml|cfg): `,
      effect: 'degraded',
      judgesAll: true,
      remedy: 'mypy ignored a part of its configuration; correct what it names.',
    },
    {
      // Each version drops some, and projects that kept them are well by their own mypy.
      id: 'option-unknown',
      stream: 'stderr',
      pattern: String.raw`^\S.*\.(?:ini|toml|cfg): .*: Unrecognized option: `,
      effect: 'told',
      remedy: 'mypy does not know an option of its configuration; correct it or take it out.',
    },
    {
      id: 'noise',
      stream: 'stdout',
      // The end of an object is what a cut in long output leaves.
      pattern: String.raw`^(?![{\s]|${remarks.join('|')}|[^:]+:(?:\d+:){0,2} (?:error|note): |Success: ).*[^}\r\n]$`,
      effect: 'partial',
      remedy: 'mypy wrote lines that are not of its report; see the raw output.',
    },
  ],
};
