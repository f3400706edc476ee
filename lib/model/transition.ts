import * as z from 'zod';
import { action } from './decision.ts';
import { timestamp, workspaceId } from './ids.ts';

/** One change of a workspace as its log keeps it. `rev` orders the log and is its identity. */
export const transition = z.object({
  schemaVersion: z.literal(1).describe('Version of this shape.'),
  workspaceId: workspaceId.describe('The workspace.'),
  rev: z.int().positive().describe('The revision of the workspace that this change made.'),
  action: z
    .enum([...action.options, 'BREAK', 'SESSION'])
    .describe('The decided action, BREAK when the loop stopped, SESSION when a session moved.'),
  reason: z.string().min(1).describe('Why, in one sentence.'),
  snapshot: z
    .record(z.string(), z.json())
    .describe('The fields the decision depended on, enough to replay it.'),
  createdAt: timestamp.describe('When it was decided.'),
  expiresAt: timestamp.describe('When the log may forget it.'),
});
export type Transition = z.infer<typeof transition>;
