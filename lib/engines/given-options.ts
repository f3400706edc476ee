import * as z from 'zod';

/*
 * What the options of an engine say of a command of the user's own. The error text of every option completes the
 * sentence "write ...".
 */

const words = z.array(z.string({ error: 'a word as text' }), {
  error: 'a list of words, such as ["--version"]',
});
const command = z
  .array(z.string({ error: 'a word as text, in quotes if it looks like a number' }), {
    error: 'a command as a list of words, such as ["npm", "test"]',
  })
  .refine(([program = '']) => program !== '', 'a command that begins with a program');

const codes = z
  .array(z.int({ error: 'a whole number' }).min(0, 'at least 0').max(255, 'at most 255'), {
    error: 'a list of exit codes, such as [0, 1]',
  })
  .optional();
const exitCodes = z
  .strictObject(
    {
      success: codes.describe('Exit codes of a run that is well.'),
      diagnostic: codes.describe('Exit codes of a run with findings.'),
      toolFailure: codes.describe('Exit codes of a tool that could not do its work.'),
    },
    { error: 'a map of success, diagnostic and toolFailure' },
  )
  .optional();

const pattern = z
  .string({ error: 'a regular expression as text' })
  .refine(compiles, 'a regular expression that JavaScript can read');
const names = z.array(z.string({ error: 'a name as text' }).min(1, 'a name, not empty'), {
  error: 'a list of names',
});

/** The shape that all engines share which run a command of the user's own. */
export const givenOptions = z.strictObject({
  command: command.describe('The command, program first; no shell reads it.'),
  paths: pathsOption('append'),
  exitCodes: exitCodes.describe('What its exit codes mean.'),
  ignoreExit: codes.describe('Exit codes that mean nothing as long as there are no findings.'),
  fix: z
    .strictObject(
      { command: command.describe('The command, program first.'), exitCodes },
      { error: 'a map of command and exitCodes' },
    )
    .optional()
    .describe('A command that repairs what can be repaired.'),
  version: z
    .strictObject(
      {
        args: words
          .min(1, 'at least one word')
          .describe('What makes the program tell its version.'),
        pattern: pattern
          .default(String.raw`(\d+(?:\.\d+)+)`)
          .describe('Its first group is the version.'),
      },
      { error: 'a map of args and pattern' },
    )
    .optional()
    .describe('How it tells its version; without it, it is not asked.'),
  scope: z
    .enum(['per-file', 'whole-program', 'tests'], {
      error: 'one of per-file, whole-program, tests',
    })
    .optional()
    .describe('What it judges; per-file where paths follow it, else whole-program.'),
  files: pattern.default('.').describe('Matches the path of every file that it can judge.'),
  detect: names.optional().describe('It runs only where a file of one of these names is.'),
  configNames: names.default([]).describe('Names of files that change its result.'),
  suppressions: z
    .array(pattern, { error: 'a list of regular expressions' })
    .default([])
    .describe('What silences it in a file.'),
});

export type GivenOptions = z.infer<typeof givenOptions>;

/** Whether the paths of the scope follow the command. */
export function pathsOption(otherwise: 'append' | 'none') {
  return z
    .enum(['append', 'none'], { error: 'append or none' })
    .default(otherwise)
    .describe('Whether the paths of the scope follow the command.');
}

/** Stands in the command, and as the file, for a path outside of the repository. */
export const reportPlaceholder = '{report}';

export const reportSource = {
  from: z
    .enum(['stdout', 'merged'], {
      error: ({ input }) =>
        input === 'stderr'
          ? 'stdout, merged or a file: what a tool says on its standard error becomes a finding only where it is asked for'
          : 'stdout or merged, or name a file instead',
    })
    .optional()
    .describe(
      'stdout: the report is what it prints. merged: what it prints, then what it writes to its standard error.',
    ),
  file: z
    .string({ error: 'a path as text' })
    .refine(isPathInside, 'the path of a file inside the working folder, such as out/report.xml')
    .optional()
    .describe(
      'File that it writes as report, relative to the working folder; * stands for any characters, so that many may be one report. {report}: the path that stands for this word in the command.',
    ),
};

export interface ReportSource {
  readonly from?: 'stdout' | 'merged' | undefined;
  readonly file?: string | undefined;
}

/** A report that lies outside of the repository has a path only where the command gets it. */
export function namesItsReport({ command: given, report }: ReportOfCommand): boolean {
  const isNamed = given.some((word) => word.includes(reportPlaceholder));
  return isNamed === (report.file === reportPlaceholder);
}

interface ReportOfCommand {
  readonly command: readonly string[];
  readonly report: ReportSource;
}

export const wrongPlaceholder = {
  path: ['report', 'file'],
  message: `${reportPlaceholder} here and in a word of command, or in neither`,
};

/** A report comes from one place. */
export function isOnePlace({ from, file }: ReportSource): boolean {
  return (from === undefined) !== (file === undefined);
}

export const onePlace = 'either from: stdout or merged, or file: and a path';

/** A whole report, as it stands in that place. */
export const wholeReport = z
  .strictObject(reportSource, { error: 'a map of from or file' })
  .refine(isOnePlace, onePlace);

function compiles(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

// What stands there is removed before the command runs, so it must not reach out of the repository.
function isPathInside(path: string): boolean {
  return !/^$|^\.$|^\/|\/$|(?:^|\/)\.\.(?:\/|$)|\0/.test(path);
}
