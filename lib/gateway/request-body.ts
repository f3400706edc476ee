import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import { parseJson } from '#base/json.ts';
import { readCacheMode, examineRequest } from './rules/model-request/examine.ts';
import type { RequestProblem } from './rules/model-request/problem.ts';
import type { RequestSize } from './rules/spending/estimates.ts';
import type { ModelApi } from './rules/spending/tokens.ts';

export interface ModelRequestLimits {
  readonly maxRequestBytes: number;
  /** Most output tokens of a request that names no limit itself. */
  readonly defaultOutputTokens: number;
}

export interface ModelRequest {
  readonly model: string;
  readonly size: RequestSize;
  /** Most output tokens, all choices together: as asked for, and the fewest that are of use. */
  readonly output: { readonly asked: number; readonly least: number };
  /** As it was asked, with nothing added that an answer needs. */
  readonly text: string;
  /** As it is sent, with a limit on its output. */
  body(outputTokens?: number): Buffer;
}

const count = z.int().positive().nullish();
const asked = z.looseObject({
  model: z.string(),
  stream: z.boolean().nullish(),
  max_tokens: count,
  max_output_tokens: count,
  max_completion_tokens: count,
  n: count,
  thinking: z.looseObject({ budget_tokens: z.int().nonnegative().nullish() }).nullish(),
});
type Asked = z.infer<typeof asked>;

/** Reads a body up to the limit; `undefined` when there is more of it. */
export async function readRequestBody(
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
export function prepareBody(
  api: ModelApi,
  bytes: Buffer,
  limits: ModelRequestLimits,
): Outcome<ModelRequest, RequestProblem['code']> {
  const parsed = asked.safeParse(parseJson(bytes.toString()));
  if (!parsed.success) return unreadable;
  const examined = examineRequest(api, parsed.data);
  if (examined.kind === 'refused') return examined;
  const request = withUsage(api, parsed.data);
  // Written anew: what counts here and there is the same even where a name stands twice.
  const text = JSON.stringify(request);
  const { value: media } = examined;
  const size = {
    bytes: Math.max(0, Buffer.byteLength(text) - media.bytes),
    images: media.images,
    documents: media.documents,
    cache: readCacheMode(api, request, text),
  };
  const choices = api === 'chat' ? (request.n ?? 1) : 1;
  const named = readOutputLimit(api, request);
  const each = named ?? limits.defaultOutputTokens;
  const body = (outputTokens = each * choices): Buffer => {
    const fewer = Math.floor(outputTokens / choices);
    return Buffer.from(
      fewer >= each && named !== undefined
        ? text
        : JSON.stringify(limitOutput(api, request, fewer)),
    );
  };
  const output = {
    asked: each * choices,
    least: Math.min(each, leastUsefulOutput(request)) * choices,
  };
  return ok({ model: request.model, size, output, text, body });
}

const unreadable = refuse(
  'request_invalid',
  'The request is not a JSON object of this API; send one as the provider documents it.',
);

/** A shorter answer is cut before it says anything. */
const leastOutputTokens = 1_024;

/** Thinking of a fixed length must end before the answer does. */
function leastUsefulOutput({ thinking }: Asked): number {
  return (thinking?.budget_tokens ?? 0) + leastOutputTokens;
}

/** What a streamed chat never tells unasked. */
function withUsage(api: ModelApi, request: Asked): Asked {
  return api === 'chat' && request.stream === true
    ? { ...request, stream_options: { include_usage: true } }
    : request;
}

const limitNames = {
  messages: ['max_tokens'],
  responses: ['max_output_tokens'],
  chat: ['max_completion_tokens', 'max_tokens'],
} as const;

/** The limit that a request names; of two the larger. */
function readOutputLimit(api: ModelApi, request: Asked): number | undefined {
  const named = limitNames[api].flatMap((name) => request[name] ?? []);
  return named.length === 0 ? undefined : Math.max(...named);
}

function limitOutput(api: ModelApi, request: Asked, outputTokens: number): Asked {
  const [usual] = limitNames[api];
  const named = limitNames[api].filter((name) => typeof request[name] === 'number');
  const names = named.length === 0 ? [usual] : named;
  const limits = names.map((name) => [name, Math.min(request[name] ?? outputTokens, outputTokens)]);
  return { ...request, ...Object.fromEntries(limits) };
}
