import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Webhook, WebhookAnswer } from '#steps/ingest-webhook.ts';

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly webhook: (webhook: Webhook) => Promise<WebhookAnswer>;
}

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

const mostBytes = 26 * 1024 * 1024;

/** Serves what a browser and the forge ask for. */
export async function startServer({ host, port, webhook }: ServerOptions): Promise<Served> {
  const server = createServer((request, response) => {
    answer(request, response, webhook).catch(() => response.destroy());
  });
  server.requestTimeout = 30_000;
  await listen(server, { host, port });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://${host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  webhook: ServerOptions['webhook'],
): Promise<void> {
  if (request.method !== 'POST' || request.url !== '/webhook') {
    response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.writeHead(413).end('The body is larger than any webhook.\n');
    return;
  }
  const { status, outcome } = await webhook({ headers: headersOf(request), body });
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${outcome}\n`);
}

function headersOf({ headers }: IncomingMessage): Webhook['headers'] {
  const single = Object.entries(headers).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(single.map(([name, value]) => [name, String(value)]));
}

async function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
