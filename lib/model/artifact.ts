import * as z from 'zod';
import { artifactNameProblem } from './artifact-name.ts';
import { runId, sha256, timestamp } from './ids.ts';

const artifactKind = z
  .enum(['report', 'log', 'diff', 'prompt', 'stdout', 'stderr', 'json', 'changeset', 'screenshot'])
  .describe('What the bytes are.');

/** Names are paths inside the run: relative, no dot segments, printable, any script; kept in NFC, so one name has one spelling. */
export const artifactName = z
  .string()
  .normalize('NFC')
  .superRefine((name, context) => {
    const problem = artifactNameProblem(name);
    if (problem === undefined) return;
    context.addIssue({ code: 'custom', message: `not the name of an artifact: ${problem}` });
  })
  .brand<'ArtifactName'>()
  .describe('Path of the artifact inside its run, for example engines/ruff/report.json.');
export type ArtifactName = z.infer<typeof artifactName>;

export const artifactKey = z.object({
  runId: runId.describe('The run that owns the artifact.'),
  name: artifactName,
});
export type ArtifactKey = z.infer<typeof artifactKey>;

export const artifact = artifactKey.extend({
  kind: artifactKind,
  tool: z.string().optional().describe('The engine or agent that produced it.'),
  sha256: sha256.describe('Digest of the stored bytes.'),
  sizeBytes: z.int().nonnegative().describe('Length of the stored bytes.'),
  createdAt: timestamp.describe('When it was recorded.'),
  meta: z
    .record(z.string(), z.json())
    .optional()
    .describe('Facts about the artifact that only its producer understands.'),
});
export type Artifact = z.infer<typeof artifact>;
