import type { PlanAnswer } from '#repair/rules/answer/answer.ts';
import { exitFailure, stoppedFailure } from '#repair/rules/answer/failure.ts';
import { readPlanAnswer } from '#repair/rules/answer/read-plan.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import { planFormat } from '#repair/rules/prompts/plan-format.ts';
import { planningRules } from '#repair/rules/prompts/planning-rules.ts';
import { anyAgentMasks } from '../any-agent-masks.ts';
import { claudeOutput } from '../claude-output.ts';
import { claudeStart } from '../claude-start.ts';
import { commandStart } from '../command-start.ts';
import type { AgentOutput, PlannerAgent, AgentStart, StartInput } from '../contract.ts';

/** A model that may only read, or any program that reads the request: it plans the repair, and we carry it out. */
export const plan: PlannerAgent = {
  kind: 'planner',
  id: 'plan',
  title: 'Plan',
  programs: ['claude'],
  versionArgs: ['--version'],
  versionPattern: /(\d+\.\d+\.\d+)/,
  needs: [
    {
      kind: 'program',
      name: 'claude',
      get: 'Install the package @anthropic-ai/claude-code in a pinned version, or name a program of your own under agents.settings.plan.command in ratchetr.yaml.',
    },
  ],
  provider: 'anthropic',
  // It may be a wrapper around any agent.
  masks: anyAgentMasks,
  start: startPlanner,
  read: readPlanner,
};

function startPlanner(request: AgentRequest, input: StartInput): AgentStart {
  if (input.byCommand === true) return commandStart(request, input);
  const readers = ['Read', 'Glob', 'Grep'];
  return claudeStart(input, {
    rules: `${planningRules}\n\n${planFormat}`,
    prompt: request.instructions.task_prompt,
    tools: readers,
    allow: readers,
    deny: ['Edit'],
  });
}

function readPlanner(output: AgentOutput): PlanAnswer {
  if (output.byCommand === true) {
    const { exit, stderr, stdout } = output;
    const reading = stoppedFailure(exit) ?? exitFailure(exit, stderr) ?? readPlanAnswer(stdout);
    return { ...reading, cost: { usd: 0, source: 'none' } };
  }
  const { said, cost } = claudeOutput(output);
  return { ...(said.kind === 'said' ? readPlanAnswer(said.text) : said), cost };
}
