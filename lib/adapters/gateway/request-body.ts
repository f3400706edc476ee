import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { RequestSize } from '#domain/spending/amounts.ts';
import type { ModelApi } from '#domain/spending/tokens.ts';
import type { Refusal } from './refusals.ts';

export interface BodyLimits {
  readonly maxRequestBytes: number;
  /** Most output tokens of a request that names no limit itself. */
  readonly defaultOutputTokens: number;
}

export interface ModelRequest {
  readonly model: string;
  readonly body: Buffer;
  readonly size: RequestSize;
}

export type PreparedBody = { readonly request: ModelRequest } | { readonly refusal: Refusal };

const count = z.int().positive().nullish();
const tools = z.array(z.looseObject({ type: z.string().nullish() })).nullish();
const asked = z.looseObject({
  model: z.string(),
  stream: z.boolean().nullish(),
  max_tokens: count,
  max_output_tokens: count,
  max_completion_tokens: count,
  n: count,
  tools,
});
type Asked = z.infer<typeof asked>;

/** Reads a body up to the limit; `undefined` when there is more of it. */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}

/** Turns what a client asks into what is sent: nothing that escapes the meter, and always with a limit on output. */
export function prepareBody(api: ModelApi, bytes: Buffer, limits: BodyLimits): PreparedBody {
  const parsed = asked.safeParse(parseJson(bytes));
  if (!parsed.success) return invalid('The request is not a JSON object of this interface.');
  const escape = escapes.find(([name, isHarmless]) => !isHarmless(parsed.data[name]));
  if (escape !== undefined)
    return invalid(`The gateway does not pass on "${escape[0]}"; leave it out.`);
  if (parsed.data.tools?.some(({ type }) => serverTool.test(type ?? '')) === true) {
    return invalid('The gateway does not pass on tools that the provider runs; leave them out.');
  }
  const limited = withLimit(api, parsed.data, limits.defaultOutputTokens);
  // Written anew: what counts here and there is the same even where a name stands twice.
  const body = Buffer.from(JSON.stringify(limited));
  const size = { bytes: body.length, outputTokens: mostOutput(api, limited) };
  return { request: { model: limited.model, body, size } };
}

// Each of these costs what no usage tells, reaches the network, or is billed after the answer.
const escapes: readonly (readonly [name: string, isHarmless: (value: unknown) => boolean])[] = [
  ['background', (value) => value !== true],
  ['container', absent],
  ['conversation', absent],
  ['mcp_servers', absent],
  ['previous_response_id', absent],
  ['prompt', absent],
  ['service_tier', among('auto', 'default', 'flex', 'standard_only')],
  ['speed', among('standard')],
  ['web_search_options', absent],
];

const serverTool =
  /^(?:code_execution|code_interpreter|computer_use|file_search|image_generation|mcp|web_fetch|web_search)/;

function absent(value: unknown): boolean {
  return value === undefined || value === null;
}

function among(...known: readonly unknown[]): (value: unknown) => boolean {
  return (value) => absent(value) || known.includes(value);
}

function withLimit(api: ModelApi, request: Asked, outputTokens: number): Asked {
  if (api === 'messages') return { ...request, max_tokens: request.max_tokens ?? outputTokens };
  if (api === 'responses') {
    return { ...request, max_output_tokens: request.max_output_tokens ?? outputTokens };
  }
  const limited =
    absent(request.max_tokens) && absent(request.max_completion_tokens)
      ? { ...request, max_completion_tokens: outputTokens }
      : request;
  // Without this a streamed chat never tells its usage.
  return request.stream === true
    ? { ...limited, stream_options: { include_usage: true } }
    : limited;
}

function mostOutput(api: ModelApi, request: Asked): number {
  if (api === 'messages') return request.max_tokens ?? 0;
  if (api === 'responses') return request.max_output_tokens ?? 0;
  const each = Math.max(request.max_tokens ?? 0, request.max_completion_tokens ?? 0);
  return each * (request.n ?? 1);
}

function invalid(sentence: string): PreparedBody {
  return { refusal: { code: 'request_invalid', sentence } };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
