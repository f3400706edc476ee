import * as z from 'zod';
import type { EnginePlan } from '#domain/model/engine-plan.ts';

const options = z.strictObject({
  command: z
    .array(z.string())
    .refine(([program]) => program !== undefined && program !== '', 'names no program')
    .describe('The command that runs the tests, program first.'),
  report: z
    .string()
    .refine(isInside, 'is not a path of a file inside the working folder')
    .describe('File that the command writes as JUnit, relative to the working folder.'),
});

type JunitOptions = z.infer<typeof options>;

export type OptionsReading =
  | { readonly kind: 'read'; readonly options: JunitOptions }
  /** One line. */
  | { readonly kind: 'wrong'; readonly problem: string };

/** Reads what the configuration says of the command, and lists all that is wrong with it. */
export function readOptions(given: EnginePlan['options']): OptionsReading {
  const parsed = options.safeParse(given);
  if (parsed.success) return { kind: 'read', options: parsed.data };
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${['options', ...path].join('.')}: ${message}`,
  );
  return { kind: 'wrong', problem: problems.join('; ') };
}

// What stands there is removed before the command runs, so it must not reach out of the repository.
function isInside(path: string): boolean {
  const segments = path.split('/');
  return (
    !path.endsWith('/') &&
    !path.startsWith('/') &&
    !segments.includes('..') &&
    path !== '.' &&
    path !== ''
  );
}
