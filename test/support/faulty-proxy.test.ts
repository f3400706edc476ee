import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Fault, startFaultyProxy } from './faulty-proxy.ts';

/** A server that answers with what it was sent, and the proxy in front of it. */
async function setUp(plan: (count: number) => Fault | undefined) {
  const received: string[] = [];
  const echo = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming);
    received.push(`${incoming.method} ${incoming.url} ${body.toString()}`);
    outgoing.writeHead(201, { 'x-from': 'target' }).end(body);
  };
  const server = createServer((incoming, outgoing) => void echo(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const target = `http://127.0.0.1:${port}`;
  const proxy = await startFaultyProxy({ target, plan: ({ count }) => plan(count) });
  onTestFinished(async () => {
    await proxy.stop();
    server.close();
    server.closeAllConnections();
  });
  const send = async (body: string) => {
    const response = await fetch(`${proxy.endpoint}/a?b=c`, { method: 'POST', body });
    const { status, headers } = response;
    return { status, from: headers.get('x-from'), text: await response.text() };
  };
  return { proxy, received, send };
}

describe('startFaultyProxy', () => {
  it('forwards what has no fault, and remembers it', async () => {
    const { proxy, received, send } = await setUp(() => undefined);
    expect(await send('é')).toEqual({ status: 201, from: 'target', text: 'é' });
    expect(received).toEqual(['POST /a?b=c é']);
    const [seen] = proxy.requests;
    expect(seen).toMatchObject({ count: 1, method: 'POST', path: '/a?b=c' });
    expect(seen?.body.toString()).toBe('é');
  });

  it('answers in place of the target', async () => {
    const body = '<Code>SlowDown</Code>';
    const { received, send } = await setUp((count) =>
      count === 1
        ? { kind: 'answer', status: 503, body, headers: { 'x-from': 'fault' } }
        : undefined,
    );
    expect(await send('one')).toEqual({ status: 503, from: 'fault', text: body });
    expect(await send('two')).toMatchObject({ status: 201 });
    expect(received).toEqual(['POST /a?b=c two']);
  });

  it('breaks the connection before the target sees the request', async () => {
    const { received, send } = await setUp(() => ({ kind: 'drop' }));
    await expect(send('one')).rejects.toThrow(/fetch failed/);
    expect(received).toEqual([]);
  });

  it('breaks the connection after the target did its work', async () => {
    const { received, send } = await setUp(() => ({ kind: 'drop-answer' }));
    await expect(send('one')).rejects.toThrow(/fetch failed/);
    expect(received).toEqual(['POST /a?b=c one']);
  });

  it('cuts an answer in its middle', async () => {
    const { send } = await setUp(() => ({ kind: 'cut-answer' }));
    await expect(send('a long text')).rejects.toThrow(/terminated/);
  });

  it('forwards late', async () => {
    const { send } = await setUp(() => ({ kind: 'delay', milliseconds: 40 }));
    const begun = performance.now();
    expect(await send('one')).toMatchObject({ status: 201 });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(39);
  });

  it('breaks the connection when the target is gone', async () => {
    const proxy = await startFaultyProxy({ target: 'http://127.0.0.1:1', plan: () => undefined });
    await expect(fetch(proxy.endpoint)).rejects.toThrow(/fetch failed/);
    await proxy.stop();
  });
});
