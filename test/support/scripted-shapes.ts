import * as z from 'zod';
import type { Turn } from './scripted-model.ts';

/** How far a session has come, by what it sends along. */
export interface Step {
  readonly session: string;
  readonly prompt: string;
  /** What came of each turn so far. */
  readonly answers: readonly string[];
  readonly answerWith: (turn: Turn) => string;
}

const texts = z.array(z.looseObject({ text: z.string().catch('') }));
const content = z.union([z.string(), texts.transform((parts) => joined(parts))]).catch('');

function joined(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join('\n');
}

const messages = z.object({
  tools: z.array(z.unknown()).catch([]),
  metadata: z.unknown(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([
        z.string(),
        z.array(z.looseObject({ type: z.string(), text: z.string().catch(''), content })),
      ]),
    }),
  ),
});

/** The interface of Anthropic, with the tools of Claude Code; undefined: a call beside the session. */
export function stepOfMessages(asked: unknown): Step | undefined {
  const { tools, messages: all } = messages.parse(asked);
  if (tools.length === 0) return undefined;
  const parts = (role: string) => all.filter((one) => one.role === role).map((one) => one.content);
  const [first = ''] = parts('user');
  const prompt = typeof first === 'string' ? first : joined(first);
  const answers = parts('user').flatMap((one) => {
    if (typeof one === 'string') return [];
    const results = one.filter(({ type }) => type === 'tool_result');
    return results.length === 0 ? [] : [results.map((result) => result.content).join('\n')];
  });
  const step = answers.length;
  return { session: prompt, prompt, answers, answerWith: (turn) => messageStream(step, turn) };
}

function messageStream(step: number, turn: Turn): string {
  const blocks = 'say' in turn ? [] : claudeCalls(turn);
  const calls = blocks.map(({ name, input }, index) => ({
    block: { type: 'tool_use', id: `toolu_${step}_${index}`, name, input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
  }));
  const said =
    'say' in turn
      ? [{ block: { type: 'text', text: '' }, delta: { type: 'text_delta', text: turn.say } }]
      : [];
  const stop = 'say' in turn ? 'end_turn' : 'tool_use';
  return [
    event('message_start', {
      message: {
        id: `msg_${step}`,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    }),
    ...[...said, ...calls].flatMap(({ block, delta }, index) => [
      event('content_block_start', { index, content_block: block }),
      event('content_block_delta', { index, delta }),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', { delta: { stop_reason: stop }, usage: { output_tokens: 5 } }),
    event('message_stop', {}),
  ].join('');
}

function claudeCalls(turn: Exclude<Turn, { readonly say: string }>) {
  if ('run' in turn) return [{ name: 'Bash', input: { command: turn.run } }];
  const { edit: file_path, from, to } = turn;
  // It edits nothing that it has not read.
  return [
    { name: 'Read', input: { file_path } },
    { name: 'Edit', input: { file_path, old_string: from, new_string: to } },
  ];
}

const responses = z.object({
  prompt_cache_key: z.string(),
  input: z.array(
    z.looseObject({
      type: z.string().catch(''),
      role: z.string().catch(''),
      content,
      output: content,
    }),
  ),
});

/** The interface of OpenAI, with the tools of Codex. */
export function stepOfResponses(asked: unknown): Step {
  const { input, prompt_cache_key: session } = responses.parse(asked);
  const prompt = input.findLast(({ role }) => role === 'user')?.content ?? '';
  const answers = input
    .filter(({ type }) => type === 'custom_tool_call_output')
    .map(({ output }) => output);
  const step = answers.length;
  return { session, prompt, answers, answerWith: (turn) => responseStream(step, turn) };
}

function responseStream(step: number, turn: Turn): string {
  const id = `item_${step}`;
  const item =
    'say' in turn
      ? {
          type: 'message',
          role: 'assistant',
          id,
          content: [{ type: 'output_text', text: turn.say }],
        }
      : {
          type: 'custom_tool_call',
          id,
          call_id: `call_${step}`,
          name: 'exec',
          input: `text(await tools.exec_command({ cmd: ${JSON.stringify(codexCommand(turn))} }));`,
        };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  return [
    event('response.created', { response: { id: `resp_${step}` } }),
    event('response.output_item.done', { output_index: 0, item }),
    event('response.completed', { response: { id: `resp_${step}`, output: [], usage } }),
  ].join('');
}

function codexCommand(turn: Exclude<Turn, { readonly say: string }>): string {
  if ('run' in turn) return turn.run;
  return `sed -i ${JSON.stringify(`s|${turn.from}|${turn.to}|`)} ${turn.edit}`;
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
