import type { AgentRequest } from '#model/agent-request.ts';
import { answerFormat } from '#repair/rules/prompts/answer-format.ts';
import { standingRules } from '#repair/rules/prompts/standing-rules.ts';
import type { AgentStart, StartInput } from '../contract.ts';

/** How Codex is started: in its own sandbox, without what the repository or a user would have it do. */
export function startCodex(request: AgentRequest, input: StartInput): AgentStart {
  const { scratch, gateway } = input;
  const { system_prompt: rules = standingRules, task_prompt: task } = request.instructions;
  return {
    args: codexArgs(request, input),
    stdin: `${rules}\n\n${task}\n\n${answerFormat}\n`,
    folders: gateway === null ? ['tmp'] : ['tmp', 'home'],
    files: {},
    env: {
      // Its home must not be below its temporary folder, or every command of its sandbox fails silently.
      TMPDIR: `${scratch}/tmp`,
      ...(gateway && { CODEX_HOME: `${scratch}/home`, CODEX_API_KEY: gateway.token }),
    },
  };
}

function codexArgs(
  request: AgentRequest,
  { model, gateway, toolEnv = {}, args: more }: StartInput,
): readonly string[] {
  return [
    'exec',
    '--json',
    '--ephemeral',
    '--skip-git-repo-check',
    '--ignore-user-config',
    '--ignore-rules',
    '-C',
    request.workspace_path,
    '-s',
    'workspace-write',
    ...codexSettings(gateway, toolEnv).flatMap((setting) => ['-c', setting]),
    '--disable',
    'multi_agent',
    '--disable',
    'goals',
    ...(model === undefined ? [] : ['-m', model]),
    ...more,
    '-',
  ];
}

function codexSettings(
  gateway: StartInput['gateway'],
  toolEnv: Readonly<Record<string, string>>,
): readonly string[] {
  const variables = Object.entries(toolEnv).map(([name, value]) => `${toml(name)}=${toml(value)}`);
  return [
    'project_doc_max_bytes=0',
    'web_search="disabled"',
    'sandbox_workspace_write.exclude_slash_tmp=true',
    // What it runs would inherit the key otherwise.
    'shell_environment_policy.inherit="core"',
    'shell_environment_policy.ignore_default_excludes=false',
    // Of all else that programs are given here it hands on nothing.
    `shell_environment_policy.set={${variables.join(',')}}`,
    // The profile of the system would set the path anew.
    'allow_login_shell=false',
    ...(gateway ? [`openai_base_url=${toml(gateway.baseUrl)}`] : []),
  ];
}

function toml(text: string): string {
  return JSON.stringify(text);
}
