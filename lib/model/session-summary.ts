import * as z from 'zod';
import { artifactName } from './artifact.ts';
import { vectorReport } from './check-report.ts';
import { sha, taskId, timestamp } from './ids.ts';
import { suggestedChange } from './suggested-change.ts';
import { proofRow } from './proof.ts';
import { changedExpectation } from './test-evidence.ts';

const sessionResult = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('none').describe('There is nothing to deliver.') }),
    z.object({ kind: z.literal('patch').describe('Only the patch was kept.') }),
    z.object({ kind: z.literal('changeset').describe('A changeset was kept, to be published.') }),
    z.object({
      kind: z.literal('applied').describe('The files of the work tree were changed.'),
      changes: artifactName.describe('What was done to each file, so that it can be undone.'),
    }),
    z.object({
      kind: z.literal('branch').describe('A branch was made.'),
      name: z.string().describe('Its name.'),
      commit: sha.describe('Its commit.'),
    }),
    z.object({
      kind: z.literal('refused').describe('It could not be delivered; the patch was kept.'),
      because: z.string().describe('Why, and what to do, in one sentence.'),
    }),
  ])
  .describe('What became of the accepted changes.');

/** What a session amounts to: the summary of its run. */
export const sessionSummary = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  outcome: z
    .enum(['green', 'better', 'unchanged', 'interrupted', 'failed'])
    .describe(
      'green: nothing to repair is left. better: some is. unchanged: nothing was accepted. failed: the session could not do its work.',
    ),
  sentence: z.string().describe('The outcome in words.'),
  result: sessionResult,
  unavailable: z
    .enum(['provider', 'account'])
    .optional()
    .describe(
      'Why nothing could be tried: the provider of the agents did not answer, or did not accept their account.',
    ),
  startTree: sha.optional().describe('What it began with.'),
  endTree: sha.optional().describe('What it ended with.'),
  changeset: artifactName
    .optional()
    .describe('What the run wants on the branch, with the proof that it is no worse.'),
  patch: artifactName.optional().describe('Everything that was accepted, as one patch.'),
  toRepair: z
    .object({
      before: z.int().nonnegative().describe('At the start.'),
      after: z.int().nonnegative().describe('At the end.'),
    })
    .describe('Findings that nothing tolerates.'),
  vector: vectorReport.describe('The numbers that must not get worse, from start to end.'),
  dropped: z
    .array(
      z.object({
        taskId: taskId.describe('The task whose change it was.'),
        because: z.string().describe('What it made worse, in one sentence.'),
      }),
    )
    .describe('Accepted changes that were taken out at the end.'),
  expectations: z
    .array(changedExpectation)
    .optional()
    .describe('What tests demand otherwise than before, where they pass by that alone.'),
  suggestions: z
    .array(suggestedChange)
    .optional()
    .describe('What silences a finding by its rule, so that a person may take it over.'),
  proof: z.array(proofRow).optional().describe('What the result rests on, by engine.'),
  checkpoints: z
    .array(
      z.object({
        stage: z.string().describe('start, checkpoint-<n> or final.'),
        at: timestamp.describe('When all engines had run.'),
        durationMs: z.int().nonnegative().describe('How long they took.'),
        findings: z.int().nonnegative().describe('All that they found.'),
        toRepair: z.int().nonnegative().describe('Of these, what nothing tolerates.'),
      }),
    )
    .describe('Every time all engines ran.'),
  engineErrors: z
    .array(
      z.object({
        engine: z.string().describe('The engine.'),
        message: z.string().describe('What went wrong and what to do.'),
      }),
    )
    .describe('Engines whose result could not be relied on at the end.'),
});
export type SessionSummary = z.infer<typeof sessionSummary>;
