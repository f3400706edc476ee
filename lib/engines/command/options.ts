import * as z from 'zod';
import { usualLine } from '#check/rules/outcome/unix-lines.ts';
import {
  givenOptions,
  isOnePlace,
  namesItsReport,
  onePlace,
  reportSource,
  wrongPlaceholder,
} from '../given-options.ts';

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
  .transform((given) => ({ ...given, pattern: given.pattern ?? usualLine }));

export const commandOptions = givenOptions
  .extend({
    report: report
      .prefault({ format: 'none' })
      .describe('Where its findings are, and how they look.'),
  })
  .refine(namesItsReport, wrongPlaceholder);

function hasMessage(text: string): boolean {
  try {
    // With an alternative that is empty it matches, and the match tells its groups.
    return 'message' in (new RegExp(`${text}|`).exec('')?.groups ?? {});
  } catch {
    return false;
  }
}
