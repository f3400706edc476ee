import type { AgentRequest } from '#model/agent-request.ts';
import { fillTemplate } from './fill.ts';
import { type Fenced, judgingWords } from './judging-words.ts';
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
  return fillTemplate(template, {
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
  autofix: 'Apply what the tool repairs by itself.',
  fix: 'Repair the findings.',
  add_test: 'Add tests for what is not covered. Do not change the code under test.',
  remove_skip: 'Let the skipped tests run again, and make them pass.',
  refactor: 'Remove the cause that the findings share, in one place.',
  quarantine: 'Mark the failing tests as not to be run, with the reason beside each.',
  suppress: 'Silence the findings where they stand, each with its reason.',
  resolve_conflict:
    'Resolve the conflicts between the markers, so that both sides keep their purpose.',
  address_review: 'Do what the review asks for.',
};

function bulletList(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}

const template = `{{kind}}

The engine that found the trouble:
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
