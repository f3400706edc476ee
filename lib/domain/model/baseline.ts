import * as z from 'zod';
import { artifactKey } from './artifact.ts';
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
