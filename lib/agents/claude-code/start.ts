import { answerFormat } from '#repair/rules/prompts/answer-format.ts';
import { standingRules } from '#repair/rules/prompts/standing-rules.ts';
import type { AgentRequest } from '#model/agent-request.ts';
import { claudeStart } from '../claude-start.ts';
import type { AgentStart, StartInput } from '../contract.ts';

/** How Claude Code is started to edit the copy: what no rule allows is denied. */
export function startClaudeCode(request: AgentRequest, input: StartInput): AgentStart {
  const rules = request.instructions.system_prompt ?? standingRules;
  return claudeStart(input, {
    rules: `${rules}\n\n${answerFormat}`,
    prompt: request.instructions.task_prompt,
    tools: ['Read', 'Edit', 'Write', 'Glob', 'Grep', 'Bash'],
    allow: allowRules(request),
    deny: denyRules(request),
  });
}

/** What it may do without being asked. Our own check of the diff decides; these rules save the cost of vain work. */
function allowRules(request: AgentRequest): readonly string[] {
  const edits = request.allowed_paths.flatMap((path) => pathRule(path));
  return ['Read', 'Glob', 'Grep', ...edits, ...new Set(commandRules(request.validation))];
}

/** What it may not do, whatever else allows it. */
function denyRules(request: AgentRequest): readonly string[] {
  return ['.git/**', ...request.read_only_paths].flatMap((path) => pathRule(path));
}

/** A rule for edits; none for a path whose signs mean something else in a rule. */
function pathRule(path: string): readonly string[] {
  if (!/^(?![/~])[^(),\p{Cc}]+$/u.test(path) || path.split('/').includes('..')) return [];
  return [`Edit(${path.endsWith('/') ? `${path}**` : path})`];
}

/**
 * Rules for the programs that judge, with any arguments, and for the lines that were told as they stand. What a line
 * combines is allowed only where each of its commands is.
 */
function commandRules({ commands, tools }: AgentRequest['validation']): readonly string[] {
  const programs = tools.flatMap(({ starts }) => starts);
  const lines = commands.map(({ line }) => line.replace(/^cd (?:'[^']*'|\S+) && /, ''));
  return [
    ...programs.filter((line) => isPlain(line)).map((line) => `Bash(${line}:*)`),
    ...lines.filter((line) => isPlain(line)).map((line) => `Bash(${line})`),
  ];
}

/** Whether no sign of it means something else in a rule: a star in one would allow other commands, too. */
function isPlain(words: string): boolean {
  return !/[(),*\\\p{Cc}]/u.test(words);
}
