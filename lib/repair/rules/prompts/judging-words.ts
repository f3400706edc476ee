import type { AgentRequest } from '#model/agent-request.ts';

type Judged = Pick<AgentRequest, 'task_type' | 'validation'>;

/** Text of others between fences, at most so long. */
export type Fenced = (text: string, most: number) => string;

/** How the result will be judged, and with what an agent can see that for itself before it ends. */
export function judgingWords({ task_type: kind, validation }: Judged, data: Fenced): string {
  const { commands, tools } = validation;
  const own = commands.length === 0 ? withoutCommands(kind) : [byCommands(validation, data)];
  const listed = tools.map(({ engine, starts }) => `- ${engine}: ${starts[0]}`).join('\n');
  const programs = tools.length === 0 ? [] : [`${runThem}\n${data(listed, 10_000)}`];
  return [...own, ...programs].join('\n\n');
}

function byCommands(
  { commands, success_criteria: criteria }: Judged['validation'],
  data: Fenced,
): string {
  const lines = commands.map(({ line }) => line).join('\n');
  const codes = criteria.require_exit_code_0
    ? 'Each must end with exit code 0.'
    : 'They may end with another exit code than 0 for what is not of this task.';
  return `When you are done, we run these commands in the folder in which you started, each a line for a shell. ${codes}
${data(lines, 20_000)}

Then the engine runs once more, and its report decides: what this task is about must be repaired, and nothing may have come.`;
}

function withoutCommands(kind: Judged['task_type']): readonly string[] {
  const first =
    kind === 'resolve_conflict'
      ? 'No command alone shows this task to be done. When you are done, we see that no conflict is left in these files and that no other file has changed.'
      : 'No command alone shows this task to be done. When you are done, we see that your change keeps to the paths and the size above.';
  return [
    `${first} Then every engine of this repository runs on the result, and none may find what it did not find before. Beyond that it is a person who sees whether it is what was asked for.`,
  ];
}

const runThem =
  'You may run them yourself before you end, as often as you like and with other arguments, such as one file or one test; their programs are also on your path by their plain names. This is how each is started here:';
