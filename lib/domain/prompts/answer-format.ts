import type { AgentRequest } from '../model/agent-request.ts';
import { fill } from './fill.ts';

/** How a model is to answer, with the ids that it must repeat. */
export function answerFormat({
  run_id,
  task_id,
}: Pick<AgentRequest, 'run_id' | 'task_id'>): string {
  return fill(template, { run: run_id, task: task_id });
}

const template = `When you are done, end your answer with exactly one JSON object and nothing after it. Give no other JSON object
that looks like it. All fields are required; lists may be empty; texts under "artifacts" may be empty. "status" is one of the
three words. "summary" has at most 4000 characters.

{
  "schema_version": 1,
  "run_id": "{{run}}",
  "task_id": "{{task}}",
  "status": "success, failure or blocked",
  "summary": "what you did and why",
  "changes": {
    "files_changed": ["path"],
    "files_created": [],
    "files_deleted": [],
    "diff_stat": { "insertions": 0, "deletions": 0 }
  },
  "actions": { "commands_ran": ["command"], "tests_ran": ["test"] },
  "validation": { "validation_exit_code": 0, "validation_summary": { "passed": 0 } },
  "notes": { "systematic_issue": false, "suggested_followups": [] },
  "artifacts": { "prompt_ref": "", "stdout_ref": "", "stderr_ref": "", "patch_ref": "" }
}`;
