import type { AgentRequest } from '#domain/model/agent-request.ts';

/** What it may do without being asked. Our own check of the diff decides; these rules save the cost of vain work. */
export function allowRules(request: AgentRequest): readonly string[] {
  const edits = request.allowed_paths.flatMap((path) => pathRule(path));
  const commands = request.validation.commands.flatMap(({ args }) => commandRule(args));
  return ['Read', 'Glob', 'Grep', ...edits, ...commands];
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

/** A rule for exactly this command; a star in it would allow others, too. */
function commandRule(args: readonly string[]): readonly string[] {
  return args.every((word) => /^[\w./:=@+-]+$/.test(word)) ? [`Bash(${args.join(' ')})`] : [];
}
