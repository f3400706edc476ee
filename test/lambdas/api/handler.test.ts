import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { DescribeTasksCommand, ListTasksCommand } from '@aws-sdk/client-ecs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { readEnvironment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import { probeToken } from '#repair/rules/session/probe.ts';
import { motoStartMs, sharedMoto, withClusters } from '../../support/moto.ts';
import { testEcsClient } from '../../support/moto-cluster.ts';
import { makeStack, type OwnStack } from '../../support/own-stack.ts';
import { aWorkspaceState } from '../../support/samples.ts';

const moto = sharedMoto(withClusters);
let stack: OwnStack;
let endpoint: string;
let handler: (event: unknown) => Promise<unknown>;

beforeAll(async () => {
  ({ endpoint } = await moto());
  stack = await makeStack({ endpoint });
  ({ handler } = await import('../../../lambdas/api/handler.ts'));
}, motoStartMs);

const probe = 'doctor-0123456789';
const ask = (verb: string, input: unknown = {}) => handler({ verb, input });
const checks = z.object({
  told: z.array(
    z.object({ name: z.string(), ok: z.boolean(), told: z.string(), todo: z.string().nullable() }),
  ),
});

async function health() {
  const { told } = checks.parse(await ask('health', { probe }));
  return new Map(told.map((check) => [check.name, check]));
}

describe('the function api', () => {
  it.each([
    [undefined, /^Send \{"verb"/],
    ['text', /^Send \{"verb"/],
    [{ verb: 'no-such', input: {} }, /has no method "no-such"/],
    [{ verb: 'constructor', input: {} }, /has no method "constructor"/],
    [{ verb: 'find', input: { pullRequest: 7 } }, /^find got a bad request: pullRequest /],
    [
      { verb: 'order', input: { id: 'a:1', order: { kind: 'answer' } } },
      /^order got a bad request/,
    ],
    [
      { verb: 'order', input: { id: 'a:1', order: { kind: 'hold', milliseconds: 1 }, by: 'x' } },
      /^order got a bad request: order.milliseconds /,
    ],
    [
      { verb: 'transitions', input: { id: 'a:1', limit: 501 } },
      /^transitions got a bad request: limit/,
    ],
  ])('answers %j with a sentence', async (event, sentence) => {
    const answer = await handler(event);
    expect(answer).toEqual({ error: expect.stringMatching(sentence) });
  });

  it('obeys the same order once', async () => {
    const state = aWorkspaceState({ id: 'github.com:7:1' });
    await stack.workspaces.create(state, Date.now());
    const order = { id: state.id, order: { kind: 'off' }, by: 'ada', orderId: 'order-0001' };
    expect(await ask('order', order)).toEqual({
      told: { kind: 'obeyed', sentence: 'ada switched the ratchet off.' },
    });
    const { rev } = (await stack.workspaces.load(state.id)) ?? {};
    expect(await ask('order', order)).toEqual({
      told: { kind: 'obeyed', sentence: 'It was done before.' },
    });
    expect((await stack.workspaces.load(state.id))?.rev).toBe(rev);
  });

  it('sees whether the clock goes', async () => {
    expect((await health()).get('tick')).toMatchObject({
      ok: false,
      told: 'No tick was ever complete.',
    });
    await stack.ticks.record(Date.now() - 600_000);
    expect((await health()).get('tick')).toMatchObject({ ok: false });
    await stack.ticks.record(Date.now());
    expect((await health()).get('tick')).toMatchObject({ ok: true, todo: null });
  });

  it('sees dead letters, of a queue that keeps an order as well', async () => {
    expect((await health()).get('queue report')).toMatchObject({ ok: true });
    const dead = stack.queues.report.replace('.fifo', '-dead.fifo');
    const message = { MessageBody: 'x', MessageGroupId: 'a', MessageDeduplicationId: 'a' };
    await stack.sqs.send(new SendMessageCommand({ QueueUrl: dead, ...message }));
    const { told, ok, todo } = (await health()).get('queue report') ?? {};
    expect({ told, ok }).toEqual({ ok: false, told: '0 messages waiting, 0 under way, 1 dead.' });
    expect(todo).toMatch(/redrive or purge/);
    expect((await health()).get('queue decide')).toMatchObject({ ok: true });
  });

  it('sees secrets without a value, and writes and reads an artifact', async () => {
    const seen = await health();
    expect(seen.get('secret github')).toMatchObject({ ok: false, told: 'It has no value.' });
    expect(seen.get('secret broker')).toMatchObject({ ok: true });
    expect(seen.get('artifacts')).toMatchObject({ ok: true, told: 'Written and read again.' });
  });

  it('launches a worker that has no right, and one only for the same name', async () => {
    const launched = z.object({ told: z.object({ kind: z.string(), taskRef: z.string() }) });
    const { told } = launched.parse(await ask('launch-probe', { probe }));
    expect(told.kind).toBe('launched');
    const cluster = readEnvironment()[environmentNames.cluster];
    const client = testEcsClient(endpoint);
    const { tasks = [] } = await client.send(
      new DescribeTasksCommand({ cluster, tasks: [told.taskRef] }),
    );
    expect(tasks[0]?.overrides?.containerOverrides).toEqual([
      {
        name: 'worker',
        environment: [
          { name: 'RATCHETR_CAPABILITY', value: probeToken(probe) },
          { name: 'RATCHETR_WORKSPACE', value: 'doctor' },
          { name: 'RATCHETR_RUN', value: probe },
        ],
      },
    ]);
    expect(await ask('worker', { taskRef: told.taskRef })).toMatchObject({ told: {} });
    expect((await client.send(new ListTasksCommand({ cluster }))).taskArns).toHaveLength(1);
  });

  it('says where webhooks go, and names no value of a secret', async () => {
    const answer = await ask('about');
    expect(answer).toMatchObject({
      told: {
        stage: 'test',
        webhookUrl: 'https://hooks.example.com/webhook',
        secrets: { github: stack.secretIds.github },
      },
    });
    expect(JSON.stringify(answer)).not.toContain('kkkk');
  });

  it('tells what failed to its log alone', async () => {
    const command = new DeleteTableCommand({ TableName: stack.table.name });
    await stack.table.client.send(command);
    expect(await ask('workspaces')).toEqual({
      error: 'The deployment could not do it; the log of its function api says why.',
    });
    // What can be looked at is looked at nevertheless.
    const seen = await health();
    expect(seen.get('tick')).toMatchObject({ ok: false });
    expect(seen.get('artifacts')).toMatchObject({ ok: true });
  });
});
