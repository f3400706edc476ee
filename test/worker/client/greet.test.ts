import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { greetBroker } from '#worker/client/greet.ts';
import { probeToken } from '#repair/rules/session/probe.ts';
import { openGround } from '../../aws/broker/ground.ts';

const token = probeToken('doctor-0123456789');
const clock = { sleep: async () => undefined };

/** Something at the address of the broker that answers so. */
async function somethingElse(status: number, body: string): Promise<string> {
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(status).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('a greeting', () => {
  it('is answered by a broker that looks at its key', async () => {
    const { url } = await openGround();
    expect(await greetBroker(clock, { url, token })).toBeUndefined();
  });

  it('finds a broker that has no key', async () => {
    const { url, deps } = await openGround();
    Object.assign(deps.secrets, { read: async () => undefined });
    expect(await greetBroker(clock, { url, token })).toMatch(/^The broker answered 500 instead/);
  });

  it.each([
    [403, 'a proxy', 'The broker answered 403 instead of its refusal: a proxy'],
    [401, 'Log in', 'The broker answered 401 instead of its refusal: Log in'],
    [200, '{"told":{}}', 'The broker answered 200 instead of its refusal: {"told":{}}'],
  ])('is not answered by %s %s', async (status, body, problem) => {
    const url = await somethingElse(status, body);
    expect(await greetBroker(clock, { url, token })).toBe(problem);
  });

  it('says so where nobody answers', async () => {
    const url = 'http://127.0.0.1:9';
    expect(await greetBroker(clock, { url, token })).toMatch(/^The broker cannot be reached/);
  });
});
