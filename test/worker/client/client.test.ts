import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BrokerRefusal, createBrokerClient } from '#worker/client/client.ts';
import { createBrokerRunStore, createBrokerSpending } from '#worker/client/stores.ts';
import { workerProtocol } from '#worker/rules/protocol/worker-protocol.ts';
import { claim, theRun } from '../../contracts/run-store/steps.ts';
import { accounts } from '../../contracts/spending/subject.ts';
import { aTask, taskId } from '../../support/samples.ts';

interface Heard {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

type Act = (response: ServerResponse) => unknown;

/** A server that does these things in turn, the last of them for ever. */
async function setUp(...acts: readonly Act[]) {
  const heard: Heard[] = [];
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    const act = acts[Math.min(heard.length, acts.length - 1)];
    const { authorization } = request.headers;
    heard.push({ path: request.url, authorization, body });
    act?.(response);
  };
  const server = createServer((request, response) => void hear(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const pauses: number[] = [];
  const clock = { sleep: async (pauseMs: number) => void pauses.push(pauseMs) };
  const options = { url: `http://127.0.0.1:${port}/`, token: 'secret', timeoutMs: 300 };
  const client = createBrokerClient({ clock, random: () => 0.5 }, options);
  return { client, heard, pauses, close };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const bytes = Buffer.concat(chunks);
  const isCompressed = request.headers['content-encoding'] === 'gzip';
  return JSON.parse((isCompressed ? gunzipSync(bytes) : bytes).toString());
}

const says =
  (status: number, body: unknown): Act =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body));
const tells = (told: unknown): Act => says(200, { told });
const breaks: Act = (response) => response.destroy();
const isSilent: Act = () => undefined;
const isNone: Act = (response) => response.end('<html>');

const asked = { runId: theRun };
const idle = { kind: 'idle', remaining: 1 };

describe('a call of the broker', () => {
  it('shows the token, and another one once it has it', async () => {
    const { client, heard } = await setUp(tells([]));
    await client.runs.listTasks(theRun);
    client.authorize('better');
    await client.runs.listTasks(theRun);
    const path = '/v1/list-tasks';
    expect(heard).toEqual([
      { path, authorization: 'Bearer secret', body: asked },
      { path, authorization: 'Bearer better', body: asked },
    ]);
  });

  it('is compressed where it is long', async () => {
    const { client, heard } = await setUp(tells('updated'));
    const reason = 'Its worker is gone. '.repeat(200);
    const change = {
      ...asked,
      taskId: taskId('a'),
      from: [],
      to: 'queued',
      reason,
      now: 1,
    } as const;
    await client.runs.updateTaskStatus(change);
    expect(heard[0]?.body).toEqual(change);
  });

  for (const [what, act] of Object.entries({
    'a failure of the broker': says(500, { reason: 'broken' }),
    'a failure of the way to it': says(503, 'no JSON'),
    'too many requests': says(429, { reason: 'slow down' }),
    'a connection that breaks': breaks,
    'an answer that does not come': isSilent,
    'an answer that is none': isNone,
  })) {
    it(`is repeated after ${what}`, async () => {
      const { client, heard, pauses } = await setUp(act, act, tells([]));
      expect(await client.runs.listTasks(theRun)).toEqual([]);
      expect(heard).toHaveLength(3);
      expect(pauses).toEqual([375, 750]);
    });
  }

  it('is given up after eight tries, and says why', async () => {
    const { client, heard, pauses } = await setUp(says(500, { reason: 'broken' }));
    const said = 'The broker gave no answer to list-tasks: 500 broken';
    await expect(client.runs.listTasks(theRun)).rejects.toThrow(said);
    expect(heard).toHaveLength(8);
    expect(pauses.every((pause) => pause <= 30_000)).toBe(true);
  });

  it('is given up where nobody listens, without a word of the token', async () => {
    const { client, close, pauses } = await setUp(tells([]));
    await close();
    const failure = await client.runs.listTasks(theRun).catch((error: unknown) => error);
    expect(String(failure)).toMatch(/gave no answer to list-tasks: .*ECONNREFUSED/);
    expect(JSON.stringify(failure) + String(failure)).not.toContain('secret');
    expect(pauses).toHaveLength(7);
  });

  it('is not repeated when it was refused', async () => {
    for (const status of [400, 401, 404, 409, 410, 413]) {
      const { client, heard } = await setUp(says(status, { reason: 'not so' }));
      const refusal = await client.runs.listTasks(theRun).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(BrokerRefusal);
      expect(refusal).toMatchObject({ status, reason: 'not so' });
      expect(heard).toHaveLength(1);
    }
  });

  it('fails where the answer is not what the method tells', async () => {
    const { client } = await setUp(tells('something else'));
    await expect(client.runs.listTasks(theRun)).rejects.toThrow(/expected array/);
  });
});

describe('a claim that may have been heard', () => {
  it('is repeated as one that was made before, with the same token', async () => {
    const { client, heard } = await setUp(breaks, says(500, {}), tells(idle));
    const request = claim();
    expect(await createBrokerRunStore(client).claimNextTask(request)).toEqual(idle);
    const again = { ...request, repeated: true };
    expect(heard.map(({ body }) => body)).toEqual([request, again, again]);
  });

  it('is repeated as it was where it was certainly not heard', async () => {
    const { client, heard } = await setUp(says(429, {}), tells({ kind: 'claimed', task: aTask() }));
    const request = claim();
    await createBrokerRunStore(client).claimNextTask(request);
    expect(heard.map(({ body }) => body)).toEqual([request, request]);
  });
});

describe('a reservation', () => {
  it('is repeated only where it was certainly not made', async () => {
    const { client, heard } = await setUp(
      says(429, {}),
      breaks,
      tells({ kind: 'reserved', id: 'x' }),
    );
    const spending = createBrokerSpending(client);
    await expect(spending.reserve(accounts, 5)).rejects.toThrow(/gave no answer to reserve/);
    expect(heard).toHaveLength(2);
    expect(await spending.reserve(accounts, 5)).toEqual({ kind: 'reserved', id: 'x' });
    expect(heard.at(-1)).toMatchObject({
      path: `/v1/${workerProtocol.spending.reserve.name}`,
      body: { attempt: accounts.attempt, amount: 5 },
    });
  });
});

describe('what no worker may do', () => {
  it('is refused without a word to the broker', async () => {
    const { client, heard } = await setUp(tells([]));
    const store = createBrokerRunStore(client);
    await store.init();
    const change = { runId: theRun, status: 'failed', now: 1 } as const;
    await expect(store.updateRunStatus(change)).rejects.toThrow(/A worker may not/);
    expect(heard).toEqual([]);
  });
});
