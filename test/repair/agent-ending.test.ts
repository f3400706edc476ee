import { expect, it } from 'vitest';
import { claudeCode } from '#agents/claude-code/agent.ts';
import { codex } from '#agents/codex/agent.ts';
import { judgeAgent } from '#repair/rules/verdict/judge-agent.ts';
import { agentEnding } from '#repair/agent-ending.ts';
import { asked } from '../agents/asked.ts';

const exit = { kind: 'exited', code: 1 } as const;

it.each([
  [
    claudeCode,
    {
      type: 'result',
      is_error: true,
      terminal_reason: 'api_error',
      api_error_status: 400,
      result: 'The gateway does not forward the beta "new"',
    },
  ],
  [
    codex,
    { type: 'turn.failed', error: { message: 'The gateway does not forward the beta "new"' } },
  ],
])(
  'what an agent says of its end is told to people, and not its exit code alone',
  (agent, event) => {
    const output = { request: asked, stdout: JSON.stringify(event), stderr: '', exit };
    const { reasons } = judgeAgent(agentEnding(agent.read(output), exit, 10), undefined);
    expect(reasons).toEqual([
      {
        code: 'AGENT_FAILED',
        sentence: expect.stringContaining('does not forward the beta "new"'),
      },
    ]);
  },
);
