import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIPv6, isIP } from 'node:net';
import { errorCode } from '#base/errors.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Log } from '#base/needs/log.ts';
import type { Webhook, WebhookAnswer } from '#ratchet/ingest-webhook.ts';
import { type Answer, sendAnswer, textAnswer } from './answer.ts';
import { pageAt, type PageSource } from './pages.ts';
import { createBodyReader, type ReadRequestBody } from './request-body.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export interface ServerOptions extends ListenAddress {
  readonly log: Pick<Log, 'error'>;
  readonly shown: PageSource;
  readonly webhook: (webhook: Webhook) => Promise<WebhookAnswer>;
  /** How long a request may take to arrive. */
  readonly patienceMs?: number;
}

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

const mostConnections = 200;

/** Serves what a browser and the forge ask for. */
export async function startServer(
  options: ServerOptions,
): Promise<Outcome<Served, 'cannot-listen'>> {
  const { host, port, patienceMs = 30_000 } = options;
  const timeouts = {
    requestTimeout: patienceMs,
    headersTimeout: patienceMs,
    keepAliveTimeout: 5_000,
    // How often the other timeouts are checked.
    connectionsCheckingInterval: Math.min(patienceMs, 5_000),
  };
  const answering = { ...options, readBody: createBodyReader() };
  const server = createServer(timeouts, (request, response) => {
    void respondTo(request, response, answering);
  });
  server.maxConnections = mostConnections;
  const reason = await listenAt(server, { host, port });
  if (reason !== undefined) return refuse('cannot-listen', reason);
  return ok({ url: readUrl(server, { host, port }), close: () => closeServer(server) });
}

const failed = textAnswer(500, 'That failed; the log of `ratchetr up` says why.');
const tooLarge = textAnswer(413, 'The body is larger than any webhook.', { connection: 'close' });
const notOurs = textAnswer(421, 'Open this page as localhost or by the address of this machine.');

type Answering = ServerOptions & { readonly readBody: ReadRequestBody };

async function respondTo(
  request: IncomingMessage,
  response: ServerResponse,
  options: Answering,
): Promise<void> {
  try {
    sendAnswer(response, await answerRequest(request, options));
  } catch (error) {
    // A client that hangs up in the middle of a request needs no answer.
    if (request.readableAborted) return;
    options.log.error('A request could not be answered', { path: request.url, error });
    sendAnswer(response, failed);
  }
}

async function answerRequest(request: IncomingMessage, options: Answering): Promise<Answer> {
  const { method, url = '' } = request;
  const [path = '', query] = url.split('?');
  if (path === '/webhook') {
    return method === 'POST' ? takeWebhook(request, options) : notAllowed('POST');
  }
  if (method !== 'GET' && method !== 'HEAD') return notAllowed('GET, HEAD');
  if (path === '/healthz') return textAnswer(200, 'up');
  // Webhooks come by any host name; their signature proves who sent them.
  if (!isOwnHost(request.headers.host, options.host)) return notOurs;
  return pageAt(options.shown, path, query);
}

function notAllowed(allow: string): Answer {
  return textAnswer(405, `Only ${allow} is allowed here.`, { allow, connection: 'close' });
}

async function takeWebhook(
  request: IncomingMessage,
  { webhook, readBody }: Answering,
): Promise<Answer> {
  const body = await readBody(request);
  if (body === 'too-large') return tooLarge;
  if (body === 'too-many') {
    return textAnswer(503, 'Too much arrives at once; send it again.', { connection: 'close' });
  }
  const { status, outcome } = await webhook({ headers: headersOf(request), body });
  return textAnswer(status, outcome);
}

function headersOf({ headers }: IncomingMessage): Webhook['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

/** Returns why the address cannot be used and what to do, without a full stop; undefined: the server listens. */
function listenAt(server: Server, place: ListenAddress): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const refused = (error: Error): void => {
      const reason = explainListenError(error, place);
      if (reason === undefined) reject(error);
      else resolve(reason);
    };
    server.once('error', refused);
    server.listen(place.port, place.host, () => {
      server.off('error', refused);
      resolve(undefined);
    });
  });
}

const reasons: Readonly<Record<string, (place: ListenAddress) => string>> = {
  EADDRINUSE: ({ host, port }) => `port ${port} of ${host} is taken; choose another with --port`,
  EACCES: ({ host, port }) =>
    `this user may not listen at port ${port} of ${host}; choose another with --port`,
  EADDRNOTAVAIL: ({ host }) => `${host} is no address of this machine; choose one with --host`,
  ENOTFOUND: ({ host }) => `${host} is no address of this machine; choose one with --host`,
};

function explainListenError(error: Error, place: ListenAddress): string | undefined {
  return reasons[errorCode(error) ?? '']?.(place);
}

/** Port 0 is whichever was free. */
function readUrl(server: Server, { host, port }: ListenAddress): string {
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${bound}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/**
 * Whether a browser asks for this machine by a name that only this machine can have. A site elsewhere may let its own
 * name lead here, and would then read the answer as its own (DNS rebinding); a bare address leads nowhere else.
 */
export function isOwnHost(asked: string | undefined, listensAt: string): boolean {
  const hostname = asked === undefined ? undefined : URL.parse(`http://${asked}`)?.hostname;
  if (hostname === undefined) return false;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0;
  return isLocal || isAddress || hostname === listensAt.toLowerCase();
}
