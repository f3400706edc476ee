import type { AgentAnswer } from '#repair/rules/answer/answer.ts';
import { readAnswer } from '#repair/rules/answer/read-answer.ts';
import { claudeOutput } from '../claude-output.ts';
import type { AgentOutput } from '../contract.ts';

/** What Claude Code answered. */
export function readClaudeCode(output: AgentOutput): AgentAnswer {
  const { said, cost } = claudeOutput(output);
  return { ...(said.kind === 'said' ? readAnswer(said.text, output.request) : said), cost };
}
