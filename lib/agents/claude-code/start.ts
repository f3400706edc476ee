import { answerFormat } from '#repair/rules/prompts/answer-format.ts';
import { standingRules } from '#repair/rules/prompts/standing-rules.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import { claudeStart } from '../claude-start.ts';
import type { AgentStart, StartInput } from '../contract.ts';
import { allowRules, denyRules } from './permissions.ts';

/** How Claude Code is started to edit the copy: what no rule allows is denied. */
export function start(request: AgentRequest, input: StartInput): AgentStart {
  const rules = request.instructions.system_prompt ?? standingRules;
  return claudeStart(input, {
    rules: `${rules}\n\n${answerFormat}`,
    prompt: request.instructions.task_prompt,
    tools: ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash'],
    allow: allowRules(request),
    deny: denyRules(request),
  });
}
