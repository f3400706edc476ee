import { resolve } from 'node:path';
import { PurgeQueueCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { sendPing } from '#github/ping.ts';
import { stackMethods } from '#ratchet/rules/operators/operator-methods.ts';
import { type Ending, pinnedNode, runToEnd } from '../../cli/start-program.ts';
import { queueNames } from '#config/queues.ts';
import { type Sky, urlOf } from './ground.ts';

const program = resolve('lib/cli/start.mjs');

/** What somebody at a terminal does with the deployment. */
export function operatorScenarios(sky: () => Promise<Sky>): void {
  it('whoever asks why is told, and whoever orders is obeyed', async () => {
    const { cloud, ground: groundOf } = await sky();
    const ground = await groundOf({ files: { 'src/a.txt': 'one\nBAD two\n' } });
    const { owner, name } = ground.shop.repository;
    const place = `${owner.login}/${name}#1`;
    await ground.decided('GREEN');
    const ask = (...argv: readonly string[]) => asked(cloud, argv);
    const [run = ''] = ground.launched();

    expect(await ask('status', '--all')).toMatch(new RegExp(`^${place} .*GREEN`, 'm'));
    const log = z
      .array(z.object({ action: z.string(), snapshot: z.looseObject({}) }))
      .parse(JSON.parse(await ask('transitions', place, '--json')));
    expect(log.toReversed().map(({ snapshot }) => snapshot)).toEqual(
      (await ground.transitions()).map(({ snapshot }) => snapshot),
    );
    expect(await ask('why', place)).toContain('GREEN');
    expect(await ask('why', place, '--at', '1s')).toContain('GREEN');
    // Made again from what was kept, each decision is what it was.
    expect(await ask('replay', place)).toMatch(/decision/);
    expect(await ask('runs', place)).toMatch(new RegExp(`^${run} `, 'm'));
    expect(JSON.parse(await ask('show', run, '--format', 'json'))).toMatchObject({
      run: { id: run, headSha: ground.commits()[1]?.sha },
      tasks: [{ status: 'succeeded', attempts: [{ verdict: { kind: 'accepted' } }] }],
    });

    // The dashboard shows the same.
    expect(await cloud.invoke('widget', {})).toContain(place);
    expect(await cloud.invoke('widget', { workspace: await ground.id() })).toContain(run);
    expect(await cloud.invoke('widget', { run })).toContain('Repair 1 finding of words');

    await ask('hold', place, '--for', '10m');
    await ground.decided('WORKING_SESSION');
    await ask('release', place);
    await ask('stop', place);
    await ground.decided('DISABLED');
    await ask('retry', place);
    await ask('on', place);
    await ground.told('GREEN', 2);
    await ask('off', place);
    await ground.decided('DISABLED');
  });

  it('the doctor sees what is wrong, and that it is mended, with a worker of ECS', async () => {
    const { cloud } = await sky();
    const QueueUrl = await urlOf(cloud, 'publish', '-dead');
    await cloud.clients.queues.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' }));
    const ill = await examine(cloud, '--no-worker');
    expect(ill.code).toBe(3);
    expect(ill.wrong).toContainEqual(
      expect.objectContaining({ name: 'queue publish', told: expect.stringMatching(/ dead\.$/) }),
    );
    for (const name of queueNames) {
      const dead = await urlOf(cloud, name, '-dead');
      await cloud.clients.queues.send(new PurgeQueueCommand({ QueueUrl: dead }));
    }
    const well = await examine(cloud);
    expect(well.wrong).toEqual([]);
    expect(well.code).toBe(0);
    expect(well.seen.find(({ name }) => name === 'worker')?.told).toMatch(
      /^It started, reached the broker and ended within \d+ s\.$/,
    );
  });

  it('a secret is rotated under a webhook that knew the old one, and none is lost', async () => {
    const { cloud, github } = await sky();
    const app = [...github.world.apps.values()].find(({ webhook }) => webhook);
    const first = app?.webhook?.secret ?? '';
    const ping = async (secret: string): Promise<number> => {
      const hook = { url: cloud.webhookUrl, appId: String(app?.id), secret };
      return (await sendPing({ fetch }, hook)).status;
    };
    expect(await ping(first)).toBe(200);
    await asked(cloud, ['rotate-webhook-secret']);
    const second = app?.webhook?.secret ?? '';
    expect(second).not.toBe(first);
    expect([await ping(second), await ping(first)]).toEqual([200, 200]);
    await asked(cloud, ['rotate-webhook-secret', '--finish']);
    expect(await ping(second)).toBe(200);
  });
}

/** What the command prints, which must end well. */
async function asked(cloud: Sky['cloud'], argv: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(cloud, argv);
  expect({ argv, code, stderr }).toEqual({ argv, code: 0, stderr: '' });
  return stdout;
}

async function examine(cloud: Sky['cloud'], ...argv: readonly string[]) {
  const { code, stdout, stderr } = await runProgram(cloud, ['doctor', '--json', ...argv]);
  expect(stderr).toBe('');
  const seen = stackMethods.health.response.parse(JSON.parse(stdout));
  return { code, seen, wrong: seen.filter(({ ok }) => !ok) };
}

/** Runs the real program on a machine that knows of nothing but the account. */
async function runProgram(
  { operatorEnv, stackName }: Sky['cloud'],
  argv: readonly string[],
): Promise<Ending> {
  const variables = Object.entries(operatorEnv).map(([name, value]) => `${name}=${value}`);
  const order = [pinnedNode, program, ...argv, '--stack', stackName];
  return runToEnd(['/usr/bin/env', '-i', ...variables, ...order]);
}
