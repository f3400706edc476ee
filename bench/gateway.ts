import { once } from 'node:events';
import { Agent, type IncomingMessage, type Server, createServer, request } from 'node:http';
import { startGateway } from '#gateway/gateway.ts';
import { forEachBudget } from '#gateway/rules/spending/budgets.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { Log } from '#base/needs/log.ts';
import { printTable } from './table.ts';

const rounds = 300;
const streams = 15;
const streamBytes = 10_000_000;
const mostAddedMs = 3;
const leastShare = 0.7;

interface Sample {
  readonly firstByteMs: number;
  readonly wholeMs: number;
}

type Way = (stream: 'short' | 'long') => Promise<Sample>;

/** The gateway against no proxy at all (time to the first byte) and against a bare one (a long stream), in turns. */
export async function benchGateway(): Promise<void> {
  const provider = await listen(createProvider());
  const bare = await listen(createBareProxy(provider.port));
  const origin = `http://127.0.0.1:${provider.port}`;
  const gateway = await startGateway(deps, {
    origins: { anthropic: origin, openai: origin },
  });
  const access = gateway.open({ attempt: 'a', pullRequest: 'p', month: 'm' });
  const agent = new Agent({ keepAlive: true });
  const way =
    (base: string): Way =>
    (stream) =>
      ask({ url: `${base}/v1/messages`, token: access.token, agent, stream });
  const ways = {
    direct: way(origin),
    bare: way(`http://127.0.0.1:${bare.port}`),
    gateway: way(gateway.baseUrls.anthropic),
  };
  await inTurns(ways, 'short', 30);
  const short = await inTurns(ways, 'short', rounds);
  await inTurns(ways, 'long', 2);
  const long = await inTurns(ways, 'long', streams);
  agent.destroy();
  await access.close();
  await gateway.stop();
  await Promise.all([bare.stop(), provider.stop()]);
  print(short, long);
}

interface Measured {
  readonly direct: readonly Sample[];
  readonly bare: readonly Sample[];
  readonly gateway: readonly Sample[];
}

function print(short: Measured, long: Measured): void {
  const added = first(short.gateway) - first(short.direct);
  const share = rate(long.gateway) / rate(long.bare);
  printTable(
    `Gateway: first byte at most ${mostAddedMs} ms later, a stream at least ${leastShare} of a bare proxy`,
    ['measure', 'direct', 'bare proxy', 'gateway', 'figure', 'within'],
    [
      [
        'first byte, ms',
        ...[short.direct, short.bare, short.gateway].map((samples) => first(samples).toFixed(2)),
        `+${added.toFixed(2)}`,
        added <= mostAddedMs ? 'yes' : 'NO',
      ],
      [
        '10 MB stream, MB/s',
        ...[long.direct, long.bare, long.gateway].map((samples) => rate(samples).toFixed(0)),
        share.toFixed(2),
        share >= leastShare ? 'yes' : 'NO',
      ],
    ],
  );
}

function first(samples: readonly Sample[]): number {
  return median(samples.map((sample) => sample.firstByteMs));
}

function rate(samples: readonly Sample[]): number {
  return streamBytes / 1_000 / median(samples.map((sample) => sample.wholeMs));
}

async function inTurns(
  ways: Readonly<Record<keyof Measured, Way>>,
  stream: 'short' | 'long',
  count: number,
): Promise<Measured> {
  const direct: Sample[] = [];
  const bare: Sample[] = [];
  const gateway: Sample[] = [];
  for (let round = 0; round < count; round += 1) {
    direct.push(await ways.direct(stream));
    bare.push(await ways.bare(stream));
    gateway.push(await ways.gateway(stream));
  }
  return { direct, bare, gateway };
}

interface Question {
  readonly url: string;
  readonly token: string;
  readonly agent: Agent;
  readonly stream: 'short' | 'long';
}

// An agent sends its whole conversation each time, so the body is not small.
const conversation = 'A sentence of a conversation. '.repeat(1_000);

async function ask({ url, token, agent, stream }: Question): Promise<Sample> {
  const messages = [{ role: 'user', content: conversation }];
  const body = JSON.stringify({ model: 'claude-haiku-5-5', max_tokens: 1, stream: true, messages });
  const headers = { 'x-api-key': token, 'x-stream': stream, 'content-length': body.length };
  const begun = performance.now();
  const sent = request(url, { method: 'POST', headers, agent }).end(body);
  const answer = await answerTo(sent);
  await once(answer, 'readable');
  const firstByteMs = performance.now() - begun;
  let bytes = 0;
  for await (const chunk of answer) bytes += Buffer.from(chunk).length;
  if (bytes < 100) throw new Error(`The answer of ${url} has ${bytes} bytes only`);
  return { firstByteMs, wholeMs: performance.now() - begun };
}

const one =
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a few words "}}\n\n';

function createProvider(): Server {
  const last = 'data: {"type":"message_delta","usage":{"input_tokens":1,"output_tokens":1}}\n\n';
  const long = Buffer.from(one.repeat(Math.ceil(streamBytes / one.length)));
  const stepBytes = 16_384;
  return createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
      if (incoming.headers['x-stream'] === 'long') {
        for (let at = 0; at < long.length; at += stepBytes) {
          outgoing.write(long.subarray(at, at + stepBytes));
        }
      } else outgoing.write(one);
      outgoing.end(last);
    });
  });
}

function createBareProxy(port: number): Server {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent });
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(sent);
  });
  return server.on('close', () => agent.destroy());
}

async function listen(server: Server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const stop = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { port, stop };
}

/** What is measured is the way of the bytes, so the ledger costs nothing. */
const spending: Spending = {
  reserve: async () => ({ kind: 'reserved', id: '1' }),
  settle: async () => {},
  balance: async () => forEachBudget(() => ({ limit: 1, spent: 0, reserved: 0 })),
};
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const deps = {
  spending,
  secrets: { read: readKey, refresh: readKey },
  clock: { now: () => performance.now(), sleep: async () => {} },
  log,
};

function ignore(): void {}

async function readKey(): Promise<string> {
  return 'key';
}

async function answerTo(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.on('response', resolve).on('error', reject);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
