import * as z from 'zod';
import { choice, distinct, listOf, nonEmpty, wholeNumber } from '../values.ts';

const codes = () =>
  distinct(wholeNumber(0, 255), 'a list of exit codes, such as [0, 1]').optional();

const pattern = nonEmpty('a regular expression').refine(compiles, {
  error: 'a regular expression that JavaScript can read',
});

const probe = z.strictObject(
  {
    id: nonEmpty('a name').describe('Its name; that of one of the engine takes its place.'),
    stream: choice(['stdout', 'stderr', 'report']).optional().describe('Where it looks.'),
    pattern: pattern.optional().describe('What it looks for; ^ and $ stand for ends of lines.'),
    effect: choice(['tool-failure', 'degraded', 'partial', 'no-input', 'told', 'none']).describe(
      'What it means for the run; none: nothing.',
    ),
    remedy: nonEmpty('a sentence').optional().describe('What to do.'),
  },
  { error: 'a map of id, stream, pattern, effect and remedy' },
);

/** How the end of an engine's run is judged, in place of what the engine says. */
export const engineJudging = {
  exitCodes: z
    .strictObject(
      {
        success: codes().describe('Exit codes of a run that is well.'),
        diagnostic: codes().describe('Exit codes of a run with findings.'),
        toolFailure: codes().describe('Exit codes of a tool that could not do its work.'),
      },
      { error: 'a map of success, diagnostic and toolFailure' },
    )
    .optional()
    .describe('What exit codes of the tool mean, before anything else is asked.'),
  ignoreExit: codes().describe('Exit codes that mean nothing as long as there are no findings.'),
  probes: listOf(probe, 'a list of maps of id, stream, pattern, effect and remedy')
    .optional()
    .describe('Texts of the tool that say more than its exit code.'),
  versions: z
    .strictObject(
      { first: nonEmpty('a version').describe('The first version that is started.') },
      { error: 'a map of first' },
    )
    .optional()
    .describe('Which versions of the tool are started.'),
};

function compiles(text: string): boolean {
  try {
    return new RegExp(text, 'm') instanceof RegExp;
  } catch {
    return false;
  }
}
