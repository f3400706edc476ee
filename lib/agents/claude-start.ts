import type { AgentStart, StartInput } from './contract.ts';

interface Session {
  /** What it is told besides its task. */
  readonly rules: string;
  readonly prompt: string;
  /** All tools that it knows. */
  readonly tools: readonly string[];
  /** What it may do without being asked; whatever is not allowed is denied. */
  readonly allow: readonly string[];
  readonly deny: readonly string[];
}

const rulesFile = 'rules.txt';

/** How Claude Code is started: nothing but our own rules steers it. */
export function claudeStart(input: StartInput, session: Session): AgentStart {
  const { scratch, gateway, toolEnv } = input;
  return {
    args: claudeArgs(input, session),
    stdin: session.prompt,
    folders: gateway === null ? ['tmp'] : ['tmp', 'config'],
    files: { [rulesFile]: `${session.rules}\n` },
    env: {
      ...toolEnv,
      TMPDIR: `${scratch}/tmp`,
      // With its own patience it repeats a refused call for minutes.
      CLAUDE_CODE_MAX_RETRIES: '2',
      // Every call sets aside what its longest answer would cost, so a longer one takes that from others beside it.
      CLAUDE_CODE_MAX_OUTPUT_TOKENS: '16000',
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

function claudeArgs(
  { scratch, model, maxTurns, args: more }: StartInput,
  { tools, allow, deny }: Session,
): readonly string[] {
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
    `${scratch}/${rulesFile}`,
    '--settings',
    JSON.stringify({ permissions: { deny } }),
    ...(model === undefined ? [] : ['--model', model]),
    ...(maxTurns === undefined ? [] : ['--max-turns', String(maxTurns)]),
    '--tools',
    tools.join(','),
    // Takes all words up to the next option.
    '--allowedTools',
    ...allow,
    ...more,
  ];
}
