import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { CloudFunction } from './functions.ts';

/** An address that leads to a function, as an HTTP API or a function URL does. */
export interface Door {
  readonly url: string;
  /** From now on this function answers. */
  leadTo(target: CloudFunction): void;
  close(): Promise<void>;
}

const response = z.object({
  statusCode: z.number(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
  isBase64Encoded: z.boolean().default(false),
});

/** Opens it before the function is there, whose environment may name it. */
export async function openDoor(): Promise<Door> {
  let target: CloudFunction | undefined;
  const server = createServer((incoming, outgoing) => {
    void answer(target, incoming, outgoing).catch(() => outgoing.writeHead(500).end());
  });
  return {
    url: await listen(server),
    leadTo: (to) => {
      target = to;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  target: CloudFunction | undefined,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  if (target === undefined) throw new Error('The door leads nowhere yet');
  const told = response.parse(await target.invoke(await eventOf(incoming)));
  const body = Buffer.from(told.body, told.isBase64Encoded ? 'base64' : 'utf8');
  outgoing.writeHead(told.statusCode, told.headers).end(body);
}

/** Both kinds of doors hand requests over in the second version of the format. */
async function eventOf(incoming: IncomingMessage): Promise<object> {
  const { method = 'GET', url = '/' } = incoming;
  const { pathname, search } = new URL(url, 'http://door');
  const body = await buffer(incoming);
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  );
  // Compressed bytes are no text, whatever they hold.
  const isBase64Encoded = headers['content-encoding'] !== undefined;
  return {
    version: '2.0',
    routeKey: `${method} ${pathname}`,
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers,
    requestContext: { http: { method, path: pathname, sourceIp: '127.0.0.1' } },
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address === 'object' && address !== null) return `http://127.0.0.1:${address.port}`;
  throw new Error('The door has no port');
}
