import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';

/** A function by its name, as its handler. */
export type Functions = Readonly<Record<string, (event: unknown) => Promise<unknown>>>;

export interface LambdaEndpoint {
  readonly url: string;
  /** Answered instead of every call, until it is taken away. */
  refusal: { readonly status: number; readonly type: string } | undefined;
  close(): Promise<void>;
}

/** Speaks the protocol of Lambda's Invoke and runs real handlers, in this process. */
export async function startLambdaEndpoint(functions: Functions): Promise<LambdaEndpoint> {
  const server = createServer((incoming, outgoing) => {
    const [, name = ''] =
      /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(incoming.url ?? '') ?? [];
    const run = functions[decodeURIComponent(name)];
    if (endpoint.refusal !== undefined) {
      return refuse(outgoing, endpoint.refusal.status, endpoint.refusal.type);
    }
    if (run === undefined) return refuse(outgoing, 404, 'ResourceNotFoundException');
    void json(incoming)
      .then(run)
      .then(
        (answer) => send(outgoing, 200, JSON.stringify(answer ?? null)),
        (error: unknown) => {
          outgoing.setHeader('x-amz-function-error', 'Unhandled');
          send(outgoing, 200, JSON.stringify({ errorMessage: String(error) }));
        },
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Lambda has no port');
  const endpoint: LambdaEndpoint = {
    url: `http://127.0.0.1:${address.port}`,
    refusal: undefined,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return endpoint;
}

function refuse(outgoing: ServerResponse, status: number, type: string): void {
  outgoing.setHeader('x-amzn-errortype', type);
  send(outgoing, status, JSON.stringify({ Type: 'User', Message: `Refused as ${type}` }));
}

function send(outgoing: ServerResponse, status: number, body: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(body);
}
