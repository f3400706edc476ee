import { answerFormat } from '#domain/prompts/answer-format.ts';
import { standingRules } from '#domain/prompts/standing-rules.ts';
import type { AgentRequest } from '#domain/model/agent-request.ts';
import type { Start, StartInput } from '../contract.ts';
import { allowRules, denyRules } from './permissions.ts';

const promptFile = 'rules.txt';

/** How Claude Code is started: nothing but our own rules steers it, and what no rule allows is denied. */
export function start(request: AgentRequest, input: StartInput): Start {
  const { scratch, gateway } = input;
  const rules = request.instructions.system_prompt ?? standingRules;
  return {
    args: args(request, input),
    stdin: request.instructions.task_prompt,
    folders: gateway === null ? ['tmp'] : ['tmp', 'config'],
    files: { [promptFile]: `${rules}\n\n${answerFormat(request)}\n` },
    env: {
      TMPDIR: `${scratch}/tmp`,
      // With its own patience it repeats a refused call for minutes.
      CLAUDE_CODE_MAX_RETRIES: '2',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      ...(gateway && {
        CLAUDE_CONFIG_DIR: `${scratch}/config`,
        ANTHROPIC_BASE_URL: gateway.baseUrl,
        ANTHROPIC_API_KEY: gateway.token,
      }),
    },
  };
}

function args(request: AgentRequest, { scratch, model, maxTurns, args: more }: StartInput) {
  return [
    '-p',
    '--output-format',
    'stream-json',
    '--verbose',
    '--setting-sources',
    '',
    '--strict-mcp-config',
    '--disable-slash-commands',
    '--no-session-persistence',
    '--permission-mode',
    'dontAsk',
    '--permission-prompts',
    'none',
    '--append-system-prompt-file',
    `${scratch}/${promptFile}`,
    '--settings',
    JSON.stringify({ permissions: { deny: denyRules(request) } }),
    ...(model === undefined ? [] : ['--model', model]),
    ...(maxTurns === undefined ? [] : ['--max-turns', String(maxTurns)]),
    '--tools',
    'Read,Edit,Write,Glob,Grep,Bash',
    // Takes all words up to the next option.
    '--allowedTools',
    ...allowRules(request),
    ...more,
  ];
}
