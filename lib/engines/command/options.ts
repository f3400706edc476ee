import * as z from 'zod';
import { givenOptions, isOnePlace, onePlace, reportSource } from '../given-options.ts';

// Not any word before a colon is a severity: many messages begin with a name and a colon.
const severity =
  '[Ff]atal(?: error)?|[Ee]rror|[Ww]arning|[Nn]ote|[Ii]nfo(?:rmation)?|[Hh]int|[Ss]tyle';
const usualPattern = String.raw`^(?<path>[^:]+):(?<line>\d+):(?:(?<column>\d+):)? *(?:(?<severity>${severity}): )?(?<message>.+?)(?: \[(?<rule>[^\[\]]+)\])?$`;

const report = z
  .strictObject(
    {
      ...reportSource,
      format: z
        .enum(['lines', 'none'], { error: 'lines or none' })
        .default('lines')
        .describe('lines: each line that matches is a finding. none: its exit code alone judges.'),
      pattern: z
        .string({ error: 'a regular expression as text' })
        .refine(
          hasMessage,
          'a regular expression that JavaScript can read, with a group (?<message>...)',
        )
        .optional()
        .describe('Matches one line; its groups path, line, column, severity, message and rule.'),
    },
    { error: 'a map of from or file, format and pattern' },
  )
  .refine((given) => given.format === 'none' || isOnePlace(given), onePlace)
  .refine(
    ({ format, from, file, pattern }) =>
      format === 'lines' || [from, file, pattern].every((one) => one === undefined),
    'format: none alone, for what it prints is not read',
  )
  .transform((given) => ({ ...given, pattern: given.pattern ?? usualPattern }));

export const commandOptions = givenOptions.extend({
  report: report
    .prefault({ format: 'none' })
    .describe('Where its findings are, and how they look.'),
});

function hasMessage(text: string): boolean {
  try {
    // With an alternative that is empty it matches, and the match tells its groups.
    return 'message' in (new RegExp(`${text}|`).exec('')?.groups ?? {});
  } catch {
    return false;
  }
}
