import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createBodyReader } from '#local/page/request-body.ts';

/** A server that says what it made of each body. */
async function reading(limits: Parameters<typeof createBodyReader>[0]) {
  const readBody = createBodyReader(limits);
  const server = createServer((request, response) => {
    void readBody(request).then((body) =>
      response.end(typeof body === 'string' ? body : `${body.length}`),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port');
  const url = `http://127.0.0.1:${address.port}`;
  return async (length: number) => {
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(length) });
    return answer.text();
  };
}

it('reads a body, and lets go of it afterwards', async () => {
  const send = await reading({ mostBytes: 100, mostHeld: 150 });
  for (let times = 0; times < 5; times += 1) expect(await send(100)).toBe('100');
});

it('takes no body that is too large, nor more at once than it may hold', async () => {
  const one = await reading({ mostBytes: 100, mostHeld: 150 });
  expect(await one(101)).toBe('too-large');
  const few = await reading({ mostBytes: 100, mostHeld: 50 });
  expect(await few(51)).toBe('too-many');
  expect(await few(50)).toBe('50');
});
