import * as z from 'zod';
import { runId, taskId } from './ids.ts';

/** One line of the event log. Names are those of the log's contract, hence the underscores. */
export const event = z.object({
  schema_version: z.literal(1).describe('Version of this shape.'),
  ts: z.iso.datetime().describe('When it happened, RFC 3339 in UTC.'),
  run_id: runId.describe('The run it belongs to.'),
  level: z.enum(['info', 'warn', 'error']).describe('How much attention it asks for.'),
  event_type: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'lower-case words joined by underscores')
    .describe('What happened, for example run_started or attempt_finished.'),
  task_id: taskId.optional().describe('The task it concerns.'),
  attempt_id: z.string().optional().describe('The attempt it concerns, as task/number.'),
  tool: z.string().optional().describe('The engine or agent it concerns.'),
  payload: z.record(z.string(), z.json()).describe('Fields that depend on the event type.'),
});
export type Event = z.infer<typeof event>;
