import * as z from 'zod';
import { artifactKey } from './artifact.ts';
import { runId, sha, sha256, timestamp } from './ids.ts';
import { proofRow } from './proof.ts';
import { changedExpectation } from './test-evidence.ts';
import { componentOfPhrase, vectorComponent } from './vector-component.ts';

export const fileMode = z
  .enum(['100644', '100755', '120000'])
  .describe('Mode as git writes it: file, executable, symbolic link.');

const fileChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('write').describe('The path has this content afterwards.'),
    path: z.string().min(1).describe('Repository-relative POSIX path.'),
    mode: fileMode,
    blob: sha.describe('Git id of the content.'),
    content: artifactKey.describe('Where the bytes lie.'),
    sizeBytes: z.int().nonnegative().describe('Length of the content.'),
  }),
  z.object({
    kind: z.literal('delete').describe('The path is gone afterwards.'),
    path: z.string().min(1).describe('Repository-relative POSIX path.'),
  }),
]);

/** Why the result may be believed: what was measured, on which tree. */
export const evidence = z.object({
  tree: sha.describe('The tree that was checked.'),
  head: sha.describe('The head it was compared with.'),
  vector: z
    .array(
      z.object({
        measures: vectorComponent.describe('What is measured.'),
        before: z.number().describe('At the head.'),
        after: z.number().describe('On the tree that was checked.'),
      }),
    )
    .describe('Each component of the ratchet vector before and after.'),
  notWorse: z.boolean().describe('No component got worse.'),
  report: artifactKey.describe('The full report.'),
  expectations: z
    .array(changedExpectation)
    .optional()
    .describe('What tests demand otherwise than before, where they pass by that alone.'),
  proof: z.array(proofRow).optional().describe('What the result rests on, by engine.'),
});

/** What a run wants on the branch. Publish recomputes all of it before it believes any. */
export const changeset = z.object({
  schemaVersion: z.literal(2).describe('Version of this shape.'),
  runId: runId.describe('The run that made it.'),
  parents: z.array(sha).min(1).max(2).describe('The head; for a resolved conflict also the base.'),
  tree: sha.describe('The tree the changes lead to.'),
  changes: z.array(fileChange).describe('Every path that differs from the first parent.'),
  message: z.string().min(1).describe('Commit message without trailers.'),
  committedAt: timestamp.describe('Date of the commit, taken from the run so it is repeatable.'),
  evidence: evidence.describe('Why it may be published.'),
  patchSha256: sha256.describe('Digest of the same change as a patch.'),
});
export type Changeset = z.infer<typeof changeset>;

const firstVersion = z.looseObject({
  schemaVersion: z.literal(1),
  evidence: z.looseObject({
    vector: z.record(z.string(), z.object({ before: z.number(), after: z.number() })),
  }),
});

/** A changeset as it is stored: a worker of an earlier version may have made it, and named its numbers by phrases. */
export const storedChangeset = z.preprocess((stored) => {
  const { data } = firstVersion.safeParse(stored);
  if (data === undefined) return stored;
  const vector = Object.entries(data.evidence.vector).map(([phrase, numbers]) => ({
    measures: componentOfPhrase(phrase),
    ...numbers,
  }));
  return { ...data, schemaVersion: 2, evidence: { ...data.evidence, vector } };
}, changeset);
