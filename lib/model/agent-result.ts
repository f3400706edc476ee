import * as z from 'zod';
import { runId, taskId } from './ids.ts';

/**
 * What an agent answers: one such object at the end of its output. It is advice, not truth, so no more is asked for
 * than its status and its summary; the rest is kept where it is told.
 */
export const agentResult = z.object({
  schema_version: z.literal(1).optional().describe('Version of this contract.'),
  run_id: runId.optional().describe('The run, as requested.'),
  task_id: taskId.optional().describe('The task, as requested.'),
  status: z.enum(['success', 'failure', 'blocked']).describe('What the agent believes.'),
  summary: z.string().max(4000).describe('What it did, in short.'),
  changes: z
    .object({
      files_changed: z.array(z.string()).describe('Paths it edited.'),
      files_created: z.array(z.string()).describe('Paths it made.'),
      files_deleted: z.array(z.string()).describe('Paths it removed.'),
      diff_stat: z
        .object({
          insertions: z.int().nonnegative().describe('Lines added.'),
          deletions: z.int().nonnegative().describe('Lines removed.'),
        })
        .describe('Size of the change.'),
    })
    .optional()
    .describe('What it says it changed.'),
  actions: z
    .object({
      commands_ran: z.array(z.string()).describe('Commands it ran.'),
      tests_ran: z.array(z.string()).describe('Tests it ran.'),
    })
    .optional()
    .describe('What it says it did.'),
  validation: z
    .object({
      validation_exit_code: z.int().describe('Exit code of its own check.'),
      validation_summary: z.record(z.string(), z.json()).describe('Numbers of that check.'),
    })
    .optional()
    .describe('What it says it checked.'),
  notes: z
    .object({
      systematic_issue: z.boolean().describe('The trouble reaches beyond this task.'),
      suggested_followups: z.array(z.string()).describe('What else it would do.'),
    })
    .optional()
    .describe('What it wants to say.'),
  artifacts: z
    .object({
      prompt_ref: z.string().describe('Artifact: the prompt it was given.'),
      stdout_ref: z.string().describe('Artifact: its standard output.'),
      stderr_ref: z.string().describe('Artifact: its standard error.'),
      patch_ref: z.string().describe('Artifact: the patch it made.'),
    })
    .optional()
    .describe('What it left behind.'),
});
export type AgentResult = z.infer<typeof agentResult>;
