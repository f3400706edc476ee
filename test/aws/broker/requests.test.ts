import { describe, expect, it } from 'vitest';
import { createBroker } from '#aws/broker/create-broker.ts';
import { NotStorable } from '#base/not-storable.ts';
import { secretOf } from '../../support/broker.ts';
import { type Asking, compressed, openGround } from './ground.ts';
import { goodBodies, own } from './samples.ts';

describe('what could never be read again', () => {
  it('is refused: a lease that would end after all time', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const token = secretOf(own);
    await ground.post('add-tasks', { token, body: goodBodies['add-tasks'] });
    const late = { ...Object(goodBodies['claim']), now: Number.MAX_SAFE_INTEGER - 1 };
    expect((await ground.post('claim', { token, body: late })).status).toBe(400);
    expect(ground.errors).toEqual([]);
    const listed = await ground.post('list-tasks', { token, body: { runId: own } });
    expect(JSON.parse(listed.text)).toMatchObject({ told: [{ status: 'queued' }] });
  });

  it('is refused: a cost that no budget could ever pay', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const body = { ...Object(goodBodies['finish']), costUsd: 1e99 };
    expect((await ground.post('finish', { token: secretOf(own), body })).status).toBe(400);
  });
});

describe('a request', () => {
  const cases: Readonly<Record<string, readonly [status: number, asking: Partial<Asking>]>> = {
    'by another method': [405, { method: 'GET' }],
    'to another path': [404, { path: '/' }],
    'to another version': [404, { path: '/v2/list-tasks' }],
    'for what no worker may': [404, { path: '/v1/create-run' }],
    'without a token': [401, { headers: { authorization: '' } }],
    'with a token of another kind': [401, { headers: { authorization: 'Basic eA==' } }],
    'of no JSON': [400, { raw: '{' }],
    'of no bytes': [400, { raw: '' }],
    'that is no text': [400, { raw: Uint8Array.of(0x22, 0xff, 0x22) }],
    'in an unknown compression': [415, { headers: { 'content-encoding': 'br' } }],
    'in a broken compression': [400, { raw: 'x', headers: { 'content-encoding': 'gzip' } }],
    'larger than the function takes': [413, { raw: Buffer.alloc(4_400_001, ' ') }],
    'larger than it looks': [
      413,
      { raw: compressed('x'.repeat(33 * 2 ** 20)), headers: { 'content-encoding': 'gzip' } },
    ],
    'nested without end': [400, { raw: '['.repeat(100_000) + ']'.repeat(100_000) }],
    'with a number that no store keeps': [400, { body: { runId: own, n: 1e300 } }],
  };

  for (const [what, [status, asking]] of Object.entries(cases)) {
    it(`${what} is refused with ${status} and a reason`, async () => {
      const ground = await openGround();
      await ground.plant(own, 'running');
      const before = await ground.dump();
      const body = { runId: own };
      const answer = await ground.post('list-tasks', { token: secretOf(own), body, ...asking });
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toEqual({ reason: expect.any(String) });
      expect(await ground.dump()).toBe(before);
      expect(ground.errors).toEqual([]);
    });
  }

  it('may be compressed, and is answered so where that is understood', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const headers = { 'content-encoding': 'gzip', 'accept-encoding': 'br, gzip' };
    const raw = compressed({ runId: own });
    const small = await ground.post('list-tasks', { token: secretOf(own), raw, headers });
    expect(small).toMatchObject({ status: 200, text: '{"told":[]}' });
    expect(small.headers['content-encoding']).toBeUndefined();
    const findings = Array.from(
      { length: 50 },
      () => Object(goodBodies['add-findings']).findings[0],
    );
    const body = { ...Object(goodBodies['add-findings']), findings };
    await ground.post('add-findings', { token: secretOf(own), body });
    const asked = {
      token: secretOf(own),
      body: goodBodies['list-findings'],
      headers: { 'accept-encoding': 'gzip' },
    };
    const large = await ground.post('list-findings', asked);
    expect(large.headers['content-encoding']).toBe('gzip');
  });

  it('is answered with a failure of ours where the state cannot be reached', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    ground.close();
    const answer = await ground.post('list-tasks', { token: secretOf(own), body: { runId: own } });
    expect(answer).toMatchObject({ status: 500 });
    expect(ground.errors).toHaveLength(1);
  });

  it.each([
    ['a value that it cannot keep', new NotStorable('This task is too odd'), 400],
    [
      'a request that it takes for none',
      Object.assign(new Error(), { name: 'ValidationException' }),
      400,
    ],
    ['a failure, whatever its words', new Error('This task cannot be stored'), 500],
  ])('is answered by what kind of error the store gives: %s', async (_, error, status) => {
    const { deps, plant } = await openGround();
    await plant(own, 'running');
    const runs = { ...deps.runs, listTasks: () => Promise.reject(error) };
    const headers = { authorization: `Bearer ${secretOf(own)}` };
    const body = Buffer.from(JSON.stringify({ runId: own }));
    const request = { method: 'POST', path: '/v1/list-tasks', headers, body };
    expect(await createBroker({ ...deps, runs })(request)).toMatchObject({ status });
  });
});
