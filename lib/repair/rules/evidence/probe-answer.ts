import * as z from 'zod';

const testEnd = z.object({
  outcome: z.enum(['passed', 'failed', 'skipped', 'xfailed']),
  /** What was raised. */
  type: z.string().optional(),
  /** Whether that says that something is not as demanded. */
  asserts: z.boolean().optional(),
  says: z.string().optional(),
  /** Where it left the file of the test. */
  line: z.int().nullish(),
});

const watchedTest = z.object({
  id: z.string(),
  /** From the root; null: it stands in none that is known. */
  file: z.string().nullable(),
  /** The name of its function, with those of its classes. */
  place: z.string(),
  first: z.int().nullable(),
  last: z.int().nullable(),
  /** How it ended while it was looked at. */
  end: testEnd,
  /** How it ended in the run that is reported; absent: it did not fail there. */
  plain: testEnd.nullish(),
  /** Ids of functions of the project. */
  calls: z.array(z.string()),
  /** What it is given besides, by names; null: that cannot be written down. */
  params: z.record(z.string(), z.json()).nullish(),
  /** Executed lines of the files of tests that differ. */
  lines: z.record(z.string(), z.array(z.int())),
});

const mutant = z.object({
  function: z.string(),
  kind: z.enum(['empty', 'high', 'low', 'raises']),
  /** How each test ended that calls it; null: it was not tried to the end. */
  ends: z.record(z.string(), testEnd).nullable(),
  /** Whether anything else was given than without it; absent: that was not looked at. */
  applied: z.boolean().optional(),
});

/** What a probe wrote. */
export const probeAnswer = z.object({
  version: z.literal(1),
  nonce: z.string(),
  /** How every test ended in the run that is reported, by its id. */
  outcomes: z.record(z.string(), testEnd.shape.outcome),
  /** Ids of the canaries that found a place, by their names: one may stand in several files. */
  canaries: z.record(
    z.string(),
    z.union([z.string().transform((id) => [id]), z.array(z.string()).min(1)]),
  ),
  /** What they took. */
  canariesMs: z.int().nonnegative().default(0),
  /** Where the runner finds modules. */
  path: z.array(z.string()).default([]),
  watched: z.array(watchedTest),
  functions: z.array(z.object({ id: z.string(), direct: z.boolean() })),
  mutants: z.array(mutant),
});
export type ProbeAnswer = z.infer<typeof probeAnswer>;
export type TestEnd = z.infer<typeof testEnd>;
export type WatchedTest = z.infer<typeof watchedTest>;
export type TriedMutant = z.infer<typeof mutant>;
