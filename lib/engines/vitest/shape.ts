import * as z from 'zod';

/** Counted from 1; 0 where a source map knows nothing. */
const count = z.int().nonnegative();

const error = z.object({
  name: z.string().nullable(),
  message: z.string(),
  /** What the error was made from says. */
  cause: z.string().nullable(),
  frames: z.array(z.object({ file: z.string(), line: count, method: z.string() })),
  /** Only where there are no frames. */
  stack: z.string().nullable(),
  /** The test file that ran at that time, where vitest knows. */
  during: z.string().nullable(),
});

const place = { line: count.nullable(), column: count.nullable() };

const test = z.object({
  names: z.array(z.string()).min(1),
  ...place,
  mode: z.enum(['run', 'only', 'skip', 'todo', 'queued']),
  /** Expected to fail. */
  fails: z.boolean(),
  state: z.enum(['passed', 'failed', 'skipped', 'pending']),
  errors: z.array(error),
});

const suite = z.object({
  names: z.array(z.string()).min(1),
  ...place,
  errors: z.array(error),
});

const testModule = z.object({
  /** Absolute. */
  path: z.string(),
  /** Empty unless the configuration has several. */
  project: z.string(),
  state: z.enum(['passed', 'failed', 'skipped', 'pending', 'queued']),
  errors: z.array(error),
  suites: z.array(suite),
  tests: z.array(test),
});

/** What the reporter writes. */
export const vitestReport = z.object({
  version: z.literal(1),
  reason: z.enum(['passed', 'failed', 'interrupted']),
  /** Whether only tests that depend on certain files were asked for. */
  related: z.boolean(),
  modules: z.array(testModule),
  unhandled: z.array(error),
  thresholds: z.array(z.string()),
});

export type VitestReport = z.infer<typeof vitestReport>;
export type TestModule = z.infer<typeof testModule>;
export type Test = z.infer<typeof test>;
export type VitestError = z.infer<typeof error>;
