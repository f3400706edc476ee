import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HttpEvent, HttpResult } from '#aws/runtime/events.ts';

export type WebhookHandler = (event: HttpEvent) => Promise<HttpResult>;

/** Hands requests over as an HTTP API does, to whichever handler there is then. */
export async function startWebhookEndpoint(handlerNow: () => Promise<WebhookHandler>) {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const body = (await buffer(incoming)).toString('base64');
      const headers = Object.fromEntries(
        Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
      );
      const handler = await handlerNow();
      const answer = await handler({ ...event, headers, body });
      outgoing.writeHead(answer.statusCode ?? 500, { 'content-type': 'text/plain' });
      outgoing.end(answer.body);
    })().catch((error: unknown) => {
      outgoing.writeHead(500);
      outgoing.end(String(error));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return {
    url: `http://127.0.0.1:${address.port}/webhook`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const event: Omit<HttpEvent, 'headers' | 'body'> = {
  rawPath: '/webhook',
  isBase64Encoded: true,
  requestContext: { http: { method: 'POST' } },
};
