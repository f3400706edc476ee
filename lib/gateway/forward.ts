import * as http from 'node:http';
import * as https from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { ModelApi } from './rules/spending/tokens.ts';
import { toClientHeaders } from './headers.ts';
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

export type ForwardResult =
  /** The provider cannot have worked on it. */
  | { readonly kind: 'unreached' }
  /** It was sent, but what came back, if anything, cannot be forwarded or read. */
  | ({ readonly kind: 'unanswered' } & Interruption)
  /** It was answered, in a form that hides what it cost. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'key-rejected' }
  /** The key is good, and not for this. */
  | { readonly kind: 'call-denied' }
  | ({
      readonly kind: 'answered';
      readonly status: number;
      /** When it wants to be asked again. */
      readonly retryAfterMs?: number;
      readonly meter: UsageMeter;
      readonly streamed: boolean;
      /** Whether it ended before its end, whichever side broke it off. */
      readonly isCut: boolean;
    } & Interruption);

interface Interruption {
  /** Whether the client, or the end of its attempt, broke it off; otherwise it is whole, or the provider did. */
  readonly byClient: boolean;
  /** Milliseconds since the last word of the provider. */
  readonly silentMs: number;
}

/** Sends a request and passes the answer on as it comes, unless it leads elsewhere or hides its usage. */
export async function forward(exchange: Forwarded): Promise<ForwardResult> {
  const sentAt = performance.now();
  const sent = openUpstreamRequest(exchange);
  const answer = await awaitAnswer(sent);
  const { signal } = exchange;
  if (answer === 'unreached') return { kind: answer };
  const silentMs = performance.now() - sentAt;
  if (answer === 'unanswered') return { kind: answer, byClient: signal.aborted, silentMs };
  const { statusCode: status = 502, headers } = answer;
  if (status === 401) return dropAnswer(answer, { kind: 'key-rejected' });
  if (status === 403) return dropAnswer(answer, { kind: 'call-denied' });
  const isRedirect = status >= 300 && status < 400;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (isRedirect) return dropAnswer(answer, { kind: 'unanswered', byClient: false, silentMs });
  // What is not billed may hide its usage.
  if (encoding !== 'identity' && status < 400) return dropAnswer(answer, { kind: 'unreadable' });
  const streamed = /^text\/event-stream/i.test(headers['content-type'] ?? '');
  const meter = createUsageMeter(exchange.api, streamed);
  const passed = await passOn(answer, meter, exchange);
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  const asked = retryAfterMs === undefined ? {} : { retryAfterMs };
  return { kind: 'answered', status, meter, streamed, ...passed, ...asked };
}

/** Providers of models tell it in seconds. */
function readRetryAfter(header: string | undefined): number | undefined {
  const seconds = Number(header);
  return header !== undefined && seconds >= 0 ? seconds * 1_000 : undefined;
}

export function connectTo(origin: string): Upstream {
  const url = new URL(origin);
  const { Agent } = url.protocol === 'https:' ? https : http;
  return { origin: url, agent: new Agent({ keepAlive: true }) };
}

function openUpstreamRequest({
  upstream,
  path,
  headers,
  body,
  signal,
  idleMs,
}: Forwarded): http.ClientRequest {
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

async function awaitAnswer(
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

function dropAnswer(answer: http.IncomingMessage, ending: ForwardResult): ForwardResult {
  answer.destroy();
  return ending;
}

interface Passed extends Interruption {
  readonly isCut: boolean;
}

/** Says whether it was broken off, and by which side. */
async function passOn(
  answer: http.IncomingMessage,
  meter: UsageMeter,
  { outgoing, signal }: Forwarded,
): Promise<Passed> {
  let byClient = false;
  let isCut = false;
  let heardAt = performance.now();
  // Asked at once: what follows closes the other side as well.
  answer.once('error', () => (byClient = signal.aborted));
  answer.on('data', (chunk) => {
    heardAt = performance.now();
    meter.read(chunk);
  });
  outgoing.writeHead(answer.statusCode ?? 502, toClientHeaders(answer.headers));
  outgoing.flushHeaders();
  // Either side may break off; what passed until then is metered.
  await pipeline(answer, outgoing).catch(() => {
    isCut = true;
    outgoing.destroy();
  });
  const silentMs = performance.now() - heardAt;
  meter.end();
  return { byClient, isCut, silentMs };
}
