import * as z from 'zod';
import { runId, workspaceId } from './ids.ts';

/** What a change of a workspace asks others to do. Carried at least once; doing it twice is safe. */
export const workspaceCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('decide').describe('Look at the workspace.') }),
  z.object({
    kind: z.literal('dispatch').describe('Launch a worker.'),
    runId: runId.describe('For this session.'),
  }),
  z.object({
    kind: z.literal('publish').describe('Put a changeset on the branch.'),
    runId: runId.describe('The session that made it.'),
  }),
  z.object({
    kind: z.literal('stop').describe('Stop a worker.'),
    runId: runId.describe('The session it works for.'),
  }),
  z.object({ kind: z.literal('report').describe('Bring the sticky comment up to date.') }),
]);
export type WorkspaceCommand = z.infer<typeof workspaceCommand>;

/** What a queue carries: pointers, never state. */
export const message = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  workspaceId: workspaceId.describe('The workspace it concerns.'),
  command: workspaceCommand.describe('What to do.'),
});
export type Message = z.infer<typeof message>;
