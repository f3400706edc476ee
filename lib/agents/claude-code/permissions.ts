import type { AgentRequest } from '#model/agent-request.ts';

/** What it may do without being asked. Our own check of the diff decides; these rules save the cost of vain work. */
export function allowRules(request: AgentRequest): readonly string[] {
  const edits = request.allowed_paths.flatMap((path) => pathRule(path));
  return ['Read', 'Glob', 'Grep', ...edits, ...new Set(commandRules(request.validation))];
}

/** What it may not do, whatever else allows it. */
export function denyRules(request: AgentRequest): readonly string[] {
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
  const starts = tools.flatMap(({ starts: known }) => known);
  const lines = commands.map(({ line }) => line.replace(/^cd (?:'[^']*'|\S+) && /, ''));
  return [
    ...starts.filter((start) => isPlain(start)).map((start) => `Bash(${start}:*)`),
    ...lines.filter((line) => isPlain(line)).map((line) => `Bash(${line})`),
  ];
}

/** Whether no sign of it means something else in a rule: a star in one would allow other commands, too. */
function isPlain(words: string): boolean {
  return !/[(),*\\\p{Cc}]/u.test(words);
}
