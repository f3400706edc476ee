import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { GitHubCredentials } from '#github/access.ts';
import { type GitHubClient, createGitHubClient } from '#github/client.ts';
import { type ManualClock, createImpatientClock } from '../support/manual-clock.ts';
import { silentMetrics } from './ground.ts';

/** What a peer was asked. */
export interface Asked {
  readonly route: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  /** The connection ends before an answer, or in the middle of one. */
  readonly breaks?: 'before' | 'amid';
  /** The answer comes when this is done. */
  readonly after?: Promise<unknown>;
}

export interface Peer {
  readonly url: string;
  readonly asked: readonly Asked[];
  readonly clock: ManualClock;
  readonly client: GitHubClient;
  /** Each metric with its values. */
  readonly measured: ReadonlyMap<string, readonly number[]>;
}

export const plain: GitHubCredentials = { kind: 'token', token: 'ghp_0123456789abcdefghij' };

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

export const asApp: GitHubCredentials = { kind: 'app', appId: '77', privateKey };

/** A peer that answers as it is told, for what a good GitHub never does. */
export async function startPeer(
  answer: (asked: Asked, count: number) => Reply,
  credentials: GitHubCredentials | readonly GitHubCredentials[] = plain,
): Promise<Peer> {
  const asked: Asked[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { method, url, headers } = incoming;
      const request = { route: `${method} ${url}`, headers, body: await text(incoming) };
      asked.push(request);
      const reply = answer(request, asked.length);
      await reply.after;
      send(reply, outgoing);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const clock = createImpatientClock();
  const measured = new Map<string, number[]>();
  const measure = (name: string, value: number) =>
    void measured.set(name, [...(measured.get(name) ?? []), value]);
  const metrics = { ...silentMetrics, count: measure, gauge: measure };
  const given = [credentials].flat();
  const client = createGitHubClient(
    { clock, log: silentLog, metrics },
    {
      apiUrl: url,
      credentials: async (how) => (how?.fresh ? given.at(-1) : given[0]) ?? plain,
    },
  );
  return { url, asked, clock, client, measured };
}

function send(reply: Reply, outgoing: ServerResponse): void {
  const { breaks } = reply;
  const body = reply.text ?? (reply.json === undefined ? '' : JSON.stringify(reply.json));
  const type = reply.json === undefined && reply.text === undefined ? {} : jsonType;
  const length = { 'content-length': String(body.length + (breaks === 'amid' ? 9 : 0)) };
  if (breaks === 'before') outgoing.destroy();
  else outgoing.writeHead(reply.status ?? 200, { ...type, ...length, ...reply.headers });
  if (breaks === 'amid') outgoing.write(body, () => outgoing.destroy());
  else if (breaks === undefined) outgoing.end(body);
}

const jsonType = { 'content-type': 'application/json; charset=utf-8' };

const silentLog = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};

export const shop = {
  kind: 'repository',
  repository: { owner: 'acme', name: 'shop', repositoryId: '7' },
  permissions: { contents: 'read' },
} as const;
