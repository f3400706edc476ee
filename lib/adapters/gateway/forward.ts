import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { ModelApi } from '#domain/spending/tokens.ts';
import { headersDownstream } from './headers.ts';
import { type UsageMeter, createUsageMeter } from './usage-meter.ts';

/** The way to one provider; its connections are kept. */
export interface Upstream {
  readonly origin: URL;
  readonly agent: http.Agent;
}

export interface Forwarded {
  readonly upstream: Upstream;
  /** Path with query. */
  readonly path: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly api: ModelApi;
  readonly outgoing: http.ServerResponse;
  readonly signal: AbortSignal;
  readonly idleMs: number;
}

export type Ending =
  /** The provider cannot have worked on it. */
  | { readonly kind: 'unreached' }
  /** It was sent, but what came back, if anything, cannot be passed on or read. */
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'key-rejected' }
  | { readonly kind: 'answered'; readonly status: number; readonly meter: UsageMeter };

/** Sends a request and passes the answer on as it comes, unless it leads elsewhere or hides its usage. */
export async function forward(exchange: Forwarded): Promise<Ending> {
  const sent = send(exchange);
  const answer = await answerTo(sent);
  if (!(answer instanceof http.IncomingMessage)) return { kind: answer };
  const { statusCode: status = 502, headers } = answer;
  if (status === 401 || status === 403) return drop(answer, 'key-rejected');
  const isRedirect = status >= 300 && status < 400;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (isRedirect || encoding !== 'identity') return drop(answer, 'unanswered');
  return { kind: 'answered', status, meter: await passOn(answer, status, exchange) };
}

export function connectTo(origin: string): Upstream {
  const url = new URL(origin);
  const { Agent } = url.protocol === 'https:' ? https : http;
  return { origin: url, agent: new Agent({ keepAlive: true }) };
}

function send({ upstream, path, headers, body, signal, idleMs }: Forwarded): http.ClientRequest {
  const { request } = upstream.origin.protocol === 'https:' ? https : http;
  const base = upstream.origin.pathname.replace(/\/$/, '');
  const sent = request(upstream.origin, {
    method: 'POST',
    path: `${base}${path}`,
    agent: upstream.agent,
    headers: { ...headers, 'content-length': body.length },
    signal,
    timeout: idleMs,
  });
  sent.on('timeout', () => sent.destroy(new Error('The provider has been silent for too long')));
  return sent.end(body);
}

async function answerTo(
  sent: http.ClientRequest,
): Promise<http.IncomingMessage | 'unreached' | 'unanswered'> {
  let isConnected = false;
  sent.on('socket', (socket) => {
    const ready = 'encrypted' in socket ? 'secureConnect' : 'connect';
    if (socket.connecting) socket.once(ready, () => (isConnected = true));
    else isConnected = true;
  });
  return new Promise((resolve) => {
    // It stays to hear errors that come after the answer has begun; the answer reports those too.
    sent.on('error', () => resolve(isConnected ? 'unanswered' : 'unreached'));
    sent.on('response', resolve);
  });
}

function drop(answer: http.IncomingMessage, kind: 'key-rejected' | 'unanswered'): Ending {
  answer.destroy();
  return { kind };
}

async function passOn(
  answer: http.IncomingMessage,
  status: number,
  { api, outgoing }: Forwarded,
): Promise<UsageMeter> {
  const streamed = /^text\/event-stream/i.test(answer.headers['content-type'] ?? '');
  const meter = createUsageMeter(api, streamed);
  answer.on('data', (chunk) => meter.read(chunk));
  outgoing.writeHead(status, headersDownstream(answer.headers));
  outgoing.flushHeaders();
  // Either side may break off; what passed until then is metered.
  await pipeline(answer, outgoing).catch(() => outgoing.destroy());
  meter.end();
  return meter;
}
