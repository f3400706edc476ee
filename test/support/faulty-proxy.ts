import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export type Fault =
  /** Forwards after a pause. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Answers itself; the target sees nothing. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Breaks the connection; the target sees nothing. */
  | { readonly kind: 'drop' }
  /** Breaks the connection after the target has done its work. */
  | { readonly kind: 'drop-answer' }
  /** Sends the head and half of the body of the answer, then breaks the connection. */
  | { readonly kind: 'cut-answer' };

export interface ProxiedRequest {
  /** 1 for the first request to the proxy. */
  readonly count: number;
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface FaultyProxy {
  readonly endpoint: string;
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ProxiedRequest[];
  stop(): Promise<void>;
}

export interface FaultyProxyOptions {
  /** Where requests go, for example `http://127.0.0.1:8000`. */
  readonly target: string;
  /** Says what goes wrong with a request; nothing when `undefined`. */
  readonly plan: (request: ProxiedRequest) => Fault | undefined;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Stands in front of a real HTTP server and fails as networks and services do. */
export async function startFaultyProxy(options: FaultyProxyOptions): Promise<FaultyProxy> {
  const requests: ProxiedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const seen = await describeRequest(incoming, requests.length + 1);
    requests.push(seen);
    const fault = options.plan(seen);
    if (fault?.kind === 'delay') await delay(fault.milliseconds);
    const answer = await answerTo(seen, fault, options.target);
    if (answer === undefined) incoming.socket.resetAndDestroy();
    else send(outgoing, answer, fault?.kind === 'cut-answer');
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function describeRequest(incoming: IncomingMessage, count: number): Promise<ProxiedRequest> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  return { count, method, path, headers, body: await buffer(incoming) };
}

/** Gives no answer where the connection is to break. */
async function answerTo(
  seen: ProxiedRequest,
  fault: Fault | undefined,
  target: string,
): Promise<Answer | undefined> {
  if (fault?.kind === 'drop') return undefined;
  if (fault?.kind === 'answer') {
    return {
      status: fault.status,
      headers: fault.headers ?? {},
      body: Buffer.from(fault.body ?? ''),
    };
  }
  const answer = await forward(seen, target);
  return fault?.kind === 'drop-answer' ? undefined : answer;
}

function send(outgoing: ServerResponse, { status, headers, body }: Answer, cut: boolean): void {
  outgoing.writeHead(status, { ...headers, connection: 'close' });
  if (cut) outgoing.write(body.subarray(0, body.length / 2), () => outgoing.socket?.destroy());
  else outgoing.end(body);
}

async function forward(seen: ProxiedRequest, target: string): Promise<Answer> {
  const { method, headers, path, body } = seen;
  const outgoing = request(new URL(path, target), { method, headers, agent: false });
  outgoing.end(body);
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject);
  });
  const { statusCode: status = 502, headers: answered } = incoming;
  return { status, headers: answered, body: await buffer(incoming) };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The proxy has no port');
}
