import type * as requestModule from '#model/agent-request.ts';
import type * as resultModule from '#model/agent-result.ts';
import type { SamplesOf } from './sample.ts';

export const agentRequest = {
  agentRequest: [
    {
      valid: {
        schema_version: 1,
        run_id: 'run-1',
        task_id: 'task-1',
        task_type: 'fix',
        tool: 'pytest',
        repo_path: '/repo',
        workspace_path: '/work',
        allowed_paths: ['shop/**'],
        read_only_paths: [],
        targets: { files: ['shop/total.py'], test_ids: [], modules: [] },
        context: {
          baseline_summary_ref: 'start.json',
          findings_refs: [],
          previous_attempt_refs: [],
        },
        instructions: { system_prompt: '', task_prompt: 'Repair the total.' },
        validation: {
          commands: [
            {
              runner: 'python',
              args: ['-m', 'pytest'],
              env: {},
              cwd: '.',
              timeout_seconds: 0.5,
              line: '.venv/bin/python -m pytest',
            },
          ],
          tools: [{ engine: 'pytest', starts: ['.venv/bin/python -m pytest', 'pytest'] }],
          success_criteria: {
            require_exit_code_0: true,
            max_new_findings: 0,
            min_coverage_delta: 0,
          },
        },
        constraints: { max_files_changed: 0, max_lines_changed: 0, forbid_delete_paths: [] },
      },
      refused: {
        schema_version: 2,
        run_id: '',
        task_id: undefined,
        task_type: 'repair',
        tool: '',
        repo_path: '',
        workspace_path: undefined,
        'allowed_paths.0': 1,
        read_only_paths: undefined,
        'targets.test_ids': undefined,
        'context.findings_refs': 'all',
        'instructions.task_prompt': '',
        'validation.commands.0.timeout_seconds': 0,
        'validation.commands.0.line': '',
        'validation.tools.0.starts': [],
        'validation.success_criteria.require_exit_code_0': undefined,
        'constraints.max_files_changed': -1,
      },
    },
  ],
} satisfies SamplesOf<typeof requestModule>;

export const agentResult = {
  agentResult: [
    {
      valid: {
        schema_version: 1,
        run_id: 'run-1',
        task_id: 'task-1',
        status: 'blocked',
        summary: '',
        changes: {
          files_changed: ['shop/total.py'],
          files_created: [],
          files_deleted: [],
          diff_stat: { insertions: 1, deletions: 0 },
        },
        actions: { commands_ran: ['pytest -q'], tests_ran: [] },
        validation: { validation_exit_code: -1, validation_summary: { passed: 3 } },
        notes: { systematic_issue: false, suggested_followups: [] },
        artifacts: { prompt_ref: '', stdout_ref: '', stderr_ref: '', patch_ref: '' },
      },
      refused: {
        schema_version: 2,
        run_id: 'run 1',
        task_id: '',
        status: 'done',
        summary: 'x'.repeat(4_001),
        'changes.files_changed.0': null,
        'changes.diff_stat.insertions': -1,
        'actions.tests_ran': undefined,
        'validation.validation_exit_code': 0.5,
        'notes.systematic_issue': 'no',
        'artifacts.patch_ref': undefined,
      },
    },
  ],
} satisfies SamplesOf<typeof resultModule>;
