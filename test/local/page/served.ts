import { connect } from 'node:net';
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { startServer, type ServerOptions } from '#local/page/server.ts';

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A server of one test, on a port of its own. */
export async function serveOne(different: Partial<ServerOptions> = {}) {
  const errors: string[] = [];
  const started = await startServer({
    host: '127.0.0.1',
    port: 0,
    log: { error: (message) => errors.push(message) },
    shown: {
      overview: async () => ({ now: 0, pauses: [], rows: [] }),
      detail: async () => undefined,
      run: async () => undefined,
      written: async () => undefined,
    },
    webhook: async () => ({ status: 202, kind: 'woken', outcome: 'woken' }),
    ...different,
  });
  if (started.kind === 'refused') throw new Error(started.sentence);
  const served = started.value;
  onTestFinished(() => served.close());
  const { hostname, port } = new URL(served.url);
  return {
    ...served,
    errors,
    /** As a browser or the forge asks. */
    ask: (path: string, options: Asking = {}) => ask({ hostname, port, path, ...options }),
    /** What comes back on a connection that sends just these bytes, until it is closed. */
    talk: (bytes: string) => talk(Number(port), hostname, bytes),
  };
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

function ask({
  body,
  headers = {},
  ...place
}: Asking & {
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
}): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asking = request({ ...place, headers: { ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { statusCode = 0 } = response;
        resolve({
          status: statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

function talk(port: number, host: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect({ port, host }, () => socket.write(bytes));
    socket.on('data', (chunk) => (said += chunk.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(said));
  });
}
