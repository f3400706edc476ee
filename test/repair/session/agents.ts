import { command } from '#agents/command/agent.ts';
import type { ProgramAgent } from '#agents/contract.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import type { AgentResult } from '#model/agent-result.ts';

/** An agent and the program that it starts. */
export interface Planted {
  readonly agent: ProgramAgent;
  readonly program: readonly string[];
}

interface Habits {
  readonly id?: string;
  /** What an attempt is said to cost. */
  readonly usd?: number;
  readonly says?: AgentResult['status'];
}

/** Repairs the word BAD in every file of the task. */
export const repair = `sed -i 's/BAD/good/' "$@"`;

/** An agent that is a few lines of shell; its arguments are the files of the task, its input is the prompt. */
export function shellAgent(
  script: string,
  { id = 'command', usd = 0, says = 'success' }: Habits = {},
): Planted {
  return {
    program: ['sh', '-euc', `${script}\nprintf '%s' "$ANSWER"`, 'sh'],
    agent: {
      ...command,
      id,
      start: (request) => ({
        args: request.targets.files,
        stdin: request.instructions.task_prompt,
        folders: [],
        files: {},
        env: {
          ANSWER: JSON.stringify(answerTo(request, says)),
          TASK: request.task_id,
          TOOL: request.tool,
          TYPE: request.task_type,
        },
      }),
      read: (output) => ({
        ...command.read(output),
        cost: { usd, source: usd === 0 ? 'none' : 'reported' },
      }),
    },
  };
}

function answerTo({ run_id, task_id }: AgentRequest, status: AgentResult['status']): AgentResult {
  return {
    schema_version: 1,
    run_id,
    task_id,
    status,
    summary: 'done',
    changes: {
      files_changed: [],
      files_created: [],
      files_deleted: [],
      diff_stat: { insertions: 0, deletions: 0 },
    },
    actions: { commands_ran: [], tests_ran: [] },
    validation: { validation_exit_code: 0, validation_summary: {} },
    notes: { systematic_issue: false, suggested_followups: [] },
    artifacts: { prompt_ref: '', stdout_ref: '', stderr_ref: '', patch_ref: '' },
  };
}
