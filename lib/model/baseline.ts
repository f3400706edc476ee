import * as z from 'zod';
import { artifactKey } from './artifact.ts';
import { engineErrorReason } from './engine-error.ts';
import { sha, timestamp } from './ids.ts';

/** The recorded result of one engine at one commit of the base branch. */
export const recordedBaseline = z.object({
  repository: z.string().min(1).describe('The repository, by its stable id.'),
  commit: sha.describe('The commit that was collected.'),
  engine: z.string().min(1).describe('The engine.'),
  signature: z.string().min(1).describe('Rule set and configuration under which it was collected.'),
  artifact: artifactKey.describe('Where the findings lie.'),
  recordedAt: timestamp.describe('When it was recorded.'),
});
export type RecordedBaseline = z.infer<typeof recordedBaseline>;

const toleratedEntry = z.object({
  path: z.string().describe('Where it is; empty: nowhere.'),
  rule: z.string().describe('The rule or code name.'),
  L: z.string().describe('Of the text of its line.'),
  C: z.string().describe('Of its line between its neighbours.'),
  M: z.string().describe('Of its message.'),
  message: z.string().describe('What the tool said.'),
});

const measuredFile = z.object({
  covered: z.int().nonnegative().describe('Lines that tests reach.'),
  total: z.int().nonnegative().describe('Lines that tests could reach.'),
});

/** A run that could not be relied on, or not in full. */
const baseTrouble = z.object({
  root: z.string().min(1).describe('The folder that it ran in, relative to the repository.'),
  kind: z
    .enum(['failed', 'degraded', 'partial'])
    .describe(
      'failed: it gave no trustworthy result. degraded: it judged, but not as configured. partial: some was not judged.',
    ),
  reason: engineErrorReason.nullable().describe('Why it failed, where that has a name.'),
  message: z.string().describe('What happened and what to do.'),
});
export type BaseTrouble = z.infer<typeof baseTrouble>;

/** What one engine says of one commit: the artifact that a recorded baseline points to. */
export const baselineSnapshot = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  engine: z.string().min(1).describe('The engine.'),
  signature: z.string().min(1).describe('Rule set and configuration under which it was collected.'),
  entries: z.array(toleratedEntry).describe('Its findings.'),
  installed: z
    .string()
    .optional()
    .describe('The version that was installed; absent: only the tool itself knows.'),
  noisy: z
    .array(toleratedEntry)
    .optional()
    .describe('Those of its findings that only one of two runs on this tree had; absent: none.'),
  tests: z
    .array(
      z.object({
        id: z.string().describe('Name of the test.'),
        file: z
          .string()
          .optional()
          .describe('The path that its name begins with; absent: it was not told.'),
        skipped: z.boolean().describe('Not run, or expected to fail.'),
      }),
    )
    .nullable()
    .describe('The tests it collected; null: it collects none.'),
  coverage: z
    .record(z.string(), measuredFile)
    .nullable()
    .describe('By source file; null: it measures none.'),
  numbers: z
    .record(z.string(), z.number())
    .optional()
    .describe('What it measured, by name; absent: it measures nothing.'),
  troubles: z
    .array(baseTrouble)
    .optional()
    .describe('Runs of it that could not be relied on, or not in full; absent: none.'),
});
export type BaselineSnapshot = z.infer<typeof baselineSnapshot>;
