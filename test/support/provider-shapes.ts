export type FakeApi = 'messages' | 'responses' | 'chat';

export interface FakeUsage {
  /** Outside any cache. */
  readonly input?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly cacheWriteHour?: number;
  readonly output?: number;
}

/** The answer of a provider as one JSON text. */
export function jsonAnswer(api: FakeApi, text: string, usage: FakeUsage): string {
  return JSON.stringify(wholes[api](text, usageOf(api, usage)));
}

/** The answer as server-sent events, with the usage where the provider tells it. */
export function streamAnswer(api: FakeApi, text: string, usage: FakeUsage | undefined): string {
  return streams[api](words(text), usage).join('');
}

const wholes: Readonly<Record<FakeApi, (text: string, usage: object) => object>> = {
  messages: (text, usage) => ({
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage,
  }),
  responses: (text, usage) => ({
    id: 'resp_fake',
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', content: [{ type: 'output_text', text }] }],
    usage,
  }),
  chat: (text, usage) => ({
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    usage,
  }),
};

type Stream = (parts: readonly string[], usage: FakeUsage | undefined) => string[];

const streams: Readonly<Record<FakeApi, Stream>> = {
  messages: (parts, usage = {}) => [
    named('message_start', {
      message: { id: 'msg_fake', usage: usageOf('messages', { ...usage, output: 1 }) },
    }),
    named('ping', {}),
    ...parts.map((text) => named('content_block_delta', { delta: { type: 'text_delta', text } })),
    named('message_delta', {
      delta: { stop_reason: 'end_turn' },
      // Told again in full, but for how long what was stored is kept.
      usage: { ...usageOf('messages', usage), cache_creation: undefined },
    }),
    named('message_stop', {}),
  ],
  responses: (parts, usage = {}) => [
    named('response.created', { response: { id: 'resp_fake', usage: null } }),
    ...parts.map((delta) => named('response.output_text.delta', { delta })),
    named('response.completed', {
      response: wholes.responses(parts.join(''), usageOf('responses', usage)),
    }),
  ],
  chat: (parts, usage) => [
    ...parts.map((content) =>
      event({
        choices: [{ index: 0, delta: { content } }],
        ...(usage !== undefined && { usage: null }),
      }),
    ),
    ...(usage === undefined ? [] : [event({ choices: [], usage: usageOf('chat', usage) })]),
    'data: [DONE]\n\n',
  ],
};

function usageOf(
  api: FakeApi,
  { input = 0, cacheRead = 0, cacheWrite = 0, cacheWriteHour = 0, output = 0 }: FakeUsage,
): object {
  const whole = input + cacheRead + cacheWrite;
  const kept = { cached_tokens: cacheRead, cache_write_tokens: cacheWrite };
  if (api === 'responses') {
    const details = { input_tokens_details: kept };
    return { input_tokens: whole, ...details, output_tokens: output, total_tokens: whole + output };
  }
  if (api === 'chat') {
    const details = { prompt_tokens_details: kept };
    return { prompt_tokens: whole, ...details, completion_tokens: output };
  }
  return {
    input_tokens: input,
    cache_read_input_tokens: cacheRead,
    cache_creation_input_tokens: cacheWrite + cacheWriteHour,
    cache_creation: {
      ephemeral_5m_input_tokens: cacheWrite,
      ephemeral_1h_input_tokens: cacheWriteHour,
    },
    output_tokens: output,
  };
}

function words(text: string): string[] {
  return text.split(/(?<= )/);
}

function named(type: string, data: object): string {
  return `event: ${type}\n${event({ type, ...data })}`;
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
