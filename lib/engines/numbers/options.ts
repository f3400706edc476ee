import * as z from 'zod';
import type { Tolerance } from '#check/rules/findings/numbers.ts';
import { givenOptions, isOnePlace, onePlace, pathsOption, reportSource } from '../given-options.ts';

const percent = /^(\d+(?:\.\d+)?) ?%$/;
const wrongTolerance = 'a number that is not negative, or a share such as 2%';

const direction = z.enum(['lower', 'higher'], { error: 'lower or higher' });
const tolerance = z.union(
  [
    z.number().min(0, wrongTolerance),
    z.string({ error: wrongTolerance }).regex(percent, wrongTolerance),
  ],
  { error: wrongTolerance },
);

const report = z
  .strictObject(reportSource, { error: 'a map of from or file' })
  .refine(isOnePlace, onePlace);

/** What is said of a command that measures. */
export const numbersOptions = givenOptions
  .omit({ fix: true, suppressions: true, scope: true })
  .extend({
    paths: pathsOption('none'),
    report: report.prefault({ from: 'stdout' }).describe('Where its numbers are.'),
    pattern: z
      .string({ error: 'a regular expression as text' })
      .refine(
        namesNumbers,
        'a regular expression that JavaScript can read, with groups (?<name>...) and (?<value>...)',
      )
      .optional()
      .describe(
        'Matches each number, with its groups name and value; absent: a JSON object of numbers, or lines of a name and a number.',
      ),
    direction: direction.default('lower').describe('Which way its numbers get better.'),
    tolerance: tolerance
      .default(0)
      .describe('How much worse they may get, as a number or as a share such as 2%.'),
    numbers: z
      .record(
        z.string(),
        z.strictObject(
          {
            direction: direction.optional().describe('Which way this one gets better.'),
            tolerance: tolerance.optional().describe('How much worse this one may get.'),
          },
          { error: 'a map of direction and tolerance' },
        ),
        { error: 'a map of names' },
      )
      .default({})
      .describe('What differs for single numbers, by name.'),
  });

export type NumbersOptions = z.infer<typeof numbersOptions>;

export function readTolerance(given: string | number): Tolerance {
  if (typeof given === 'number') return { kind: 'absolute', most: given };
  return { kind: 'percent', most: Number(percent.exec(given)?.[1] ?? 0) };
}

function namesNumbers(text: string): boolean {
  try {
    // With an alternative that is empty it matches, and the match tells its groups.
    const groups = new RegExp(`${text}|`).exec('')?.groups ?? {};
    return 'name' in groups && 'value' in groups;
  } catch {
    return false;
  }
}
