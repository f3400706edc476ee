import * as z from 'zod';
import { runId, taskId } from './ids.ts';
import { taskTargets, taskType } from './task.ts';
import { commandSpec, successCriteria } from './validation.ts';

const wireCommand = z.object({
  runner: commandSpec.shape.runner,
  args: commandSpec.shape.args,
  env: commandSpec.shape.env,
  cwd: commandSpec.shape.cwd,
  timeout_seconds: z.number().positive().describe('Wall-clock limit in seconds.'),
  line: z
    .string()
    .min(1)
    .describe(
      'The same as one line for a shell in the copy: program, folder and variables included.',
    ),
});

const wireTool = z.object({
  engine: z.string().min(1).describe('The engine whose program it is.'),
  starts: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      'Ways to start it from a shell in the copy, before its arguments; the first one judges.',
    ),
});

const wireCriteria = z.object({
  require_exit_code_0: successCriteria.shape.requireExitCode0,
  max_new_findings: successCriteria.shape.maxNewFindings,
  min_coverage_delta: successCriteria.shape.minCoverageDelta,
});

/** What an agent is given. Names are those of the contract with programs of other people. */
export const agentRequest = z.object({
  schema_version: z.literal(1).describe('Version of this contract.'),
  run_id: runId.describe('The run.'),
  task_id: taskId.describe('The task.'),
  task_type: taskType,
  tool: z.string().min(1).describe('The engine whose findings are to be repaired.'),
  repo_path: z.string().min(1).describe('Where the repository is kept; not to be edited.'),
  workspace_path: z.string().min(1).describe('The copy to edit.'),
  allowed_paths: z.array(z.string()).describe('Edits elsewhere are rejected.'),
  read_only_paths: z.array(z.string()).describe('Edits here are rejected.'),
  targets: z
    .object({
      files: taskTargets.shape.files,
      test_ids: taskTargets.shape.testIds,
      modules: taskTargets.shape.modules,
    })
    .describe('What to work on.'),
  context: z
    .object({
      baseline_summary_ref: z.string().optional().describe('Artifact: the run at its start.'),
      findings_refs: z.array(z.string()).describe('Artifacts: the findings to repair.'),
      previous_attempt_refs: z.array(z.string()).describe('Artifacts: what was tried before.'),
    })
    .describe('What is known already.'),
  instructions: z
    .object({
      system_prompt: z.string().optional().describe('Our standing rules.'),
      task_prompt: z.string().min(1).describe('What to do.'),
    })
    .describe('The words for a model.'),
  validation: z
    .object({
      commands: z.array(wireCommand).describe('Exactly what will be run afterwards.'),
      tools: z.array(wireTool).describe('Programs that judge the result; the agent may run them.'),
      success_criteria: wireCriteria.describe('How it will be judged.'),
    })
    .describe('How the result will be checked.'),
  constraints: z
    .object({
      max_files_changed: z.int().nonnegative().describe('More files are rejected.'),
      max_lines_changed: z.int().nonnegative().describe('More lines are rejected.'),
      forbid_delete_paths: z.array(z.string()).describe('Deletions here are rejected.'),
    })
    .describe('Limits of the diff.'),
});
export type AgentRequest = z.infer<typeof agentRequest>;
