import { exitFailure, stoppedFailure } from '#domain/answer/failure.ts';
import { readAnswer } from '#domain/answer/read-answer.ts';
import type { Agent, StartInput } from '../contract.ts';

/** Any program that reads the request as JSON from its standard input and prints the result as JSON at its end. */
export const command: Agent = {
  id: 'command',
  title: 'Command',
  programs: [],
  versionArgs: [],
  versionPattern: /(?!)/,
  needs: [
    {
      kind: 'command',
      name: 'command',
      get: 'Name the program and its arguments under agents.settings.command.command in ratchetr.yaml.',
    },
  ],
  provider: 'any',
  // It may be a wrapper around any agent.
  masks: [
    '**/.claude/**',
    '**/.claude.json',
    '**/.mcp.json',
    '**/CLAUDE.md',
    '**/CLAUDE.local.md',
    '**/AGENTS.md',
    '**/AGENTS.override.md',
    '**/.agents/**',
    '**/.codex/**',
    '**/.cursor/**',
    '**/.cursorrules',
    '**/.gemini/**',
    '**/GEMINI.md',
    '**/.opencode/**',
    '**/opencode.json',
    '**/opencode.jsonc',
    '**/.aider*',
    '**/.env*',
  ],
  start: (request, input) => ({
    args: input.args,
    stdin: `${JSON.stringify(request)}\n`,
    folders: [],
    files: {},
    env: environment(input),
  }),
  read: ({ request, stdout, stderr, exit }) => ({
    ...(stoppedFailure(exit) ?? exitFailure(exit, stderr) ?? readAnswer(stdout, request)),
    cost: { usd: 0, source: 'none' },
  }),
};

function environment({ scratch, model, maxTurns, gateway }: StartInput): Record<string, string> {
  return {
    RATCHETR_SCRATCH: scratch,
    ...(model !== undefined && { RATCHETR_MODEL: model }),
    ...(maxTurns !== undefined && { RATCHETR_MAX_TURNS: String(maxTurns) }),
    ...(gateway && {
      RATCHETR_GATEWAY_URL: gateway.baseUrl,
      RATCHETR_GATEWAY_TOKEN: gateway.token,
      RATCHETR_GATEWAY_PROVIDER: gateway.provider,
    }),
  };
}
