import type { AgentRequest } from '#model/agent-request.ts';
import { fenceUntrusted } from './untrusted.ts';

type Told = Pick<
  AgentRequest,
  | 'task_type'
  | 'tool'
  | 'allowed_paths'
  | 'read_only_paths'
  | 'targets'
  | 'validation'
  | 'constraints'
>;

interface TaskPromptInput {
  readonly request: Told;
  /** The task in words; it quotes tools, so it is not trusted. */
  readonly description: string;
  readonly findings: readonly string[];
  /** Why earlier attempts were rejected, oldest first. */
  readonly failures: readonly string[];
  /** Random, new for each prompt. */
  readonly fence: string;
}

/** What an agent is told of its task. All that comes from the repository, its tools or earlier attempts is fenced. */
export function taskPrompt(input: TaskPromptInput): string {
  const { request, fence } = input;
  const data: Fenced = (text, most) => fenceUntrusted(text === '' ? 'none' : text, { fence, most });
  return fillTemplate(taskTemplate, {
    kind: kinds[request.task_type],
    tool: data(request.tool, 200),
    description: data(input.description, 20_000),
    targets: data(bulletList(Object.values(request.targets).flat()), 20_000),
    findings: data(bulletList(input.findings), 40_000),
    failures: data(bulletList(input.failures), 10_000),
    allowed: data(bulletList(request.allowed_paths), 10_000),
    readOnly: data(bulletList(request.read_only_paths), 10_000),
    files: String(request.constraints.max_files_changed),
    lines: String(request.constraints.max_lines_changed),
    judging: judgingWords(request, data),
  });
}

const kinds: Record<AgentRequest['task_type'], string> = {
  autofix: 'Apply the fixes that the tool can make itself.',
  autofix_unsafe: 'Apply the fixes that the tool can make, also those that it calls unsafe.',
  fix: 'Repair the findings.',
  add_test: 'Add tests for what is not covered. Do not change the code under test.',
  remove_skip: 'Remove the marks that skip the tests, and make the tests pass.',
  refactor: 'Remove the cause that the findings share, in one place.',
  quarantine: 'Mark the failing tests as skipped, with the reason beside each.',
  suppress: 'Suppress the findings at their own lines, each with its reason.',
  resolve_conflict: 'Resolve the conflicts so that the intent of both sides is preserved.',
  address_review: 'Do what the review asks for.',
};

function bulletList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

const taskTemplate = `{{kind}}

The engine that reported the problem:
{{tool}}

The task:
{{description}}

What to work on:
{{targets}}

The findings:
{{findings}}

Why earlier attempts were rejected:
{{failures}}

Paths that you may edit, as patterns:
{{allowed}}

Paths that you may only read:
{{readOnly}}

Change at most {{files}} files and {{lines}} lines.

{{judging}}`;

type Judged = Pick<AgentRequest, 'task_type' | 'validation'>;

/** Text of others between fences, at most so long. */
type Fenced = (text: string, most: number) => string;

/** How the result will be judged, and with what an agent can see that for itself before it ends. */
function judgingWords({ task_type: kind, validation }: Judged, data: Fenced): string {
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
    : 'They may end with another exit code because of findings that do not belong to this task.';
  return `When you are done, Ratchetr runs these commands in the folder where you started, each line in a shell. ${codes}
${data(lines, 20_000)}

Then the engine runs once more, and its report decides: everything that this task is about must be repaired, and nothing new may appear.`;
}

function withoutCommands(kind: Judged['task_type']): readonly string[] {
  const first =
    kind === 'resolve_conflict'
      ? 'No single command shows that this task is done. When you are done, Ratchetr checks that no conflict is left in these files and that no other file has changed.'
      : 'No single command shows that this task is done. When you are done, Ratchetr checks that your change keeps to the paths and the size above.';
  return [
    `${first} Then every engine of this repository runs on the result, and none may report what it did not report before. Beyond that, a person decides whether the result is what was asked for.`,
  ];
}

const runThem =
  'You may run the tools yourself before you end, as often as you like and with other arguments, such as one file or one test; their programs are also on your PATH under their plain names. Each is started like this:';

/** A template with its placeholders, such as {{title}}, filled in. Values are never read for placeholders themselves. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const used = new Set<string>();
  const text = template.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => {
    used.add(name);
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) throw new Error(`The prompt has no value for {{${name}}}`);
    return value;
  });
  const unknown = Object.keys(values).filter((name) => !used.has(name));
  if (unknown.length > 0) throw new Error(`The prompt has no place for ${unknown.join(', ')}`);
  return text;
}
