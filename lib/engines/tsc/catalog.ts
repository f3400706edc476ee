import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/**
 * What tsc means by the way it ends. The exit codes 1 and 2 change sides between versions, so the numbers of the
 * errors tell.
 */
export const tscCatalog: ExitCatalog = {
  report: 'always',
  probes: [
    {
      id: 'project-refused',
      stream: 'stdout',
      // Without a place only numbers that no source file can have: a cut in long output may begin at any word.
      pattern: String.raw`^(?:.+\.json\(\d+,\d+\): )?error TS(?:5(?!097)\d{3}|6[03]\d\d|1800[0-3]):`,
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy: 'tsc refused its arguments or its project file; correct what it names.',
    },
    {
      id: 'project-unreadable',
      stream: 'stdout',
      pattern: String.raw`^(?:.*\/)?[jt]sconfig[^\/()]*\.json\(\d+,\d+\): error TS1\d{3}:`,
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy:
        'tsc could not read its project file and judged under other options; repair the file.',
    },
    {
      id: 'no-files',
      stream: 'stdout',
      pattern: String.raw`^Files: +0$`,
      effect: 'no-input',
      remedy:
        'The project has no file of its own; configure a project file that lists files, not only references.',
    },
    {
      id: 'syntax-error',
      stream: 'stdout',
      pattern: String.raw`^.+\(\d+,\d+\): error TS1\d{3}:`,
      effect: 'partial',
      remedy: 'A syntax error hides the type errors of every file; repair it first.',
    },
    {
      id: 'not-checked',
      stream: 'stdout',
      // At the end of all, or of a project that is built with others.
      pattern: String.raw`^Files: +\d+$(?:(?![\s\S]*^Check time: )|(?:\r?\n(?!Check time: |Total time: ).*)*\r?\nTotal time: )`,
      effect: 'partial',
      remedy: 'An error kept tsc from checking any types; repair it first.',
    },
    {
      id: 'project-skipped',
      stream: 'stdout',
      pattern: '^.* - Skipping build of project ',
      effect: 'partial',
      remedy:
        'A project was not checked, for one that it depends on has errors; repair those first.',
    },
  ],
};
