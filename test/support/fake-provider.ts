import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { type FakeApi, type FakeUsage, jsonAnswer, streamAnswer } from './provider-shapes.ts';

export interface FakeAnswer {
  readonly text?: string;
  /** A whole answer as server-sent events, in place of the text. */
  readonly stream?: string;
  readonly usage?: FakeUsage;
  /** Above 299: an error in the provider's shape, or a redirect to `location`. */
  readonly status?: number;
  /** What an error says, in place of what its status is called. */
  readonly error?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of a chunk, wherever that cuts. */
  readonly chunkBytes?: number;
  /** Breaks the connection after so many bytes of the body; 0 before the head. */
  readonly cutAfter?: number;
  /** Pause before the head. */
  readonly pauseMs?: number;
  /** Pause between chunks. */
  readonly betweenMs?: number;
  /** The last chunk waits for it. */
  readonly beforeLast?: Promise<unknown>;
}

export interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Ends when the answer is complete or its reader gone; says which. */
  readonly ended: Promise<'complete' | 'gone'>;
}

export interface FakeProvider {
  readonly origin: string;
  readonly requests: readonly SeenRequest[];
  stop(): Promise<void>;
}

const apis: Readonly<Record<string, FakeApi>> = {
  '/v1/messages': 'messages',
  '/v1/responses': 'responses',
  '/v1/chat/completions': 'chat',
};

const asked = z.object({
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean() }).nullish(),
});

/** A model provider on loopback with the interfaces of Anthropic and OpenAI, which fails as it is told to. */
export async function startFakeProvider(
  plan: (request: SeenRequest, count: number) => FakeAnswer = () => ({}),
): Promise<FakeProvider> {
  const requests: SeenRequest[] = [];
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const seen = await see(incoming, outgoing);
    requests.push(seen);
    await answer(seen, outgoing, plan(seen, requests.length));
  };
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    requests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function see(incoming: IncomingMessage, outgoing: ServerResponse): Promise<SeenRequest> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const ended = once(outgoing, 'close').then(() =>
    outgoing.writableFinished ? ('complete' as const) : ('gone' as const),
  );
  return { method, path, headers, body: (await buffer(incoming)).toString(), ended };
}

async function answer(
  seen: SeenRequest,
  outgoing: ServerResponse,
  planned: FakeAnswer,
): Promise<void> {
  const { status = 200, headers = {}, cutAfter, pauseMs = 0 } = planned;
  await delay(pauseMs);
  if (cutAfter === 0) {
    outgoing.destroy();
    return;
  }
  const { type, body } = bodyOf(seen, status, planned);
  outgoing.writeHead(status, { 'content-type': type, 'request-id': 'req_fake', ...headers });
  await write(outgoing, Buffer.from(body), planned);
}

function bodyOf(
  seen: SeenRequest,
  status: number,
  { text = 'Done.', stream, usage = {}, error }: FakeAnswer,
): { readonly type: string; readonly body: string } {
  const api = apis[seen.path.replace(/\?.*/, '')];
  if (status >= 300) return { type: 'application/json', body: errorBody(status, error) };
  if (api === undefined) return { type: 'application/json', body: '{"input_tokens":7}' };
  if (stream !== undefined) return { type: 'text/event-stream', body: stream };
  const { data } = asked.safeParse(JSON.parse(seen.body));
  if (data?.stream !== true)
    return { type: 'application/json', body: jsonAnswer(api, text, usage) };
  const withUsage = api !== 'chat' || data.stream_options?.include_usage === true;
  const body = streamAnswer(api, text, withUsage ? usage : undefined);
  return { type: 'text/event-stream; charset=utf-8', body };
}

const errorTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

function errorBody(status: number, error: FakeAnswer['error'] = {}): string {
  const type = errorTypes[status] ?? 'api_error';
  return JSON.stringify({ type: 'error', error: { type, message: `Fake ${status}`, ...error } });
}

async function write(
  outgoing: ServerResponse,
  body: Buffer,
  { chunkBytes = body.length, cutAfter = body.length, betweenMs = 0, beforeLast }: FakeAnswer,
): Promise<void> {
  for (let at = 0; at < cutAfter; at += chunkBytes) {
    if (at + chunkBytes >= cutAfter) await beforeLast;
    const flushed = outgoing.write(body.subarray(at, Math.min(at + chunkBytes, cutAfter)));
    if (!flushed) await Promise.race([once(outgoing, 'drain'), once(outgoing, 'close')]);
    if (outgoing.destroyed) return;
    // A turn of the loop at least, so that each chunk leaves by itself.
    await delay(betweenMs);
  }
  if (cutAfter < body.length) outgoing.destroy();
  else outgoing.end();
}
