import {
  ClientException,
  ConflictException,
  DescribeTasksCommand,
  ECSClient,
  ECSServiceException,
  InvalidParameterException,
  RunTaskCommand,
  type RunTaskCommandOutput,
  ServerException,
  StopTaskCommand,
  type Task,
} from '@aws-sdk/client-ecs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import type { EcsLauncherOptions } from '#aws/ecs/task-input.ts';
import { capabilityText, parseToken, withSeal } from '#repair/rules/session/capability.ts';
import { motoAccount } from '../support/moto.ts';
import { runId, workspaceId } from '../support/samples.ts';
import { fixup, launcherOn, options } from './ecs-launching.ts';

// What moto cannot do: refuse, conflict, forget and tell how a container ended.
const client = new ECSClient({ ...motoAccount });
const all = mockClient(client);
afterEach(() => void all.reset());

const mocked = (changed: Partial<EcsLauncherOptions> = {}) => launcherOn(client, changed);

const inputs = () => all.commandCalls(RunTaskCommand).map(({ args: [command] }) => command.input);

const longText = (length: number) => async () => 'x'.repeat(length);

describe('what ECS is asked for', () => {
  const started: Partial<RunTaskCommandOutput> = { tasks: [{ taskArn: 'task/1' }] };

  it('is the same for the same launch, and another task for another', async () => {
    all.on(RunTaskCommand).resolves(started);
    await mocked().launch(fixup);
    await mocked().launch({ ...fixup });
    await mocked().launch({ ...fixup, number: 2 });
    await mocked().launch({ ...fixup, runId: runId('run-2') });
    const [first, again, ...others] = inputs();
    expect(again).toEqual(first);
    expect(new Set([first, ...others].map((input) => input?.clientToken)).size).toBe(3);
    for (const { clientToken = '' } of inputs()) expect(clientToken).toMatch(/^[!-~]{32,64}$/);
  });

  it('is one task of the newest revision, on the machines and in the network that were named', async () => {
    all.on(RunTaskCommand).resolves(started);
    await mocked().launch(fixup);
    await mocked({ spot: true, network: { ...options.network, publicAddress: false } }).launch({
      ...fixup,
      kind: 'check',
    });
    const awsvpcConfiguration = { subnets: ['subnet-1', 'subnet-2'], securityGroups: ['sg-1'] };
    expect(inputs()).toMatchObject([
      {
        cluster: 'cluster',
        taskDefinition: 'main-agent',
        count: 1,
        capacityProviderStrategy: [{ capacityProvider: 'FARGATE', weight: 1 }],
        networkConfiguration: {
          awsvpcConfiguration: { ...awsvpcConfiguration, assignPublicIp: 'ENABLED' },
        },
      },
      {
        taskDefinition: 'main-engine',
        capacityProviderStrategy: [{ capacityProvider: 'FARGATE_SPOT', weight: 1 }],
        networkConfiguration: {
          awsvpcConfiguration: { ...awsvpcConfiguration, assignPublicIp: 'DISABLED' },
        },
      },
    ]);
  });

  it('bears the tags that tell what it costs for whom, and those of its stack', async () => {
    all.on(RunTaskCommand).resolves(started);
    await mocked().launch(fixup);
    expect(inputs()[0]).toMatchObject({
      enableECSManagedTags: true,
      propagateTags: 'TASK_DEFINITION',
      tags: [
        { key: 'ratchetr:repository', value: 'github.com:7' },
        { key: 'ratchetr:pull-request', value: 'github.com:7:12' },
        { key: 'ratchetr:kind', value: 'fixup' },
      ],
    });
  });

  it('names who started it in letters that ECS takes', async () => {
    all.on(RunTaskCommand).resolves(started);
    await mocked().launch({ ...fixup, runId: runId('run.1:a') });
    expect(inputs()[0]?.startedBy).toMatch(/^[0-9a-f]{64}$/);
  });

  it('fits with the longest names that there are', async () => {
    all.on(RunTaskCommand).resolves(started);
    const longest = { runId: runId('r'.repeat(64)), workspaceId: workspaceId('w'.repeat(64)) };
    const capability = { ...longest, launch: 999_999_999, expiresAt: 999_999_999_999_000 };
    const text = withSeal(capabilityText(capability), 's'.repeat(43));
    expect(parseToken(text)).toMatchObject({ kind: 'capability', ...longest });
    await mocked({ capabilityOf: async () => text }).launch({ ...fixup, ...longest });
    expect(JSON.stringify(inputs()[0]?.overrides).length).toBeLessThan(8_192 / 4);
    expect(inputs()[0]?.startedBy?.length).toBeLessThanOrEqual(128);
  });

  it('is not asked for where it could not be taken', async () => {
    expect(await mocked({ capabilityOf: longText(4_100) }).launch(fixup)).toEqual({
      kind: 'refused',
      reason: expect.stringMatching(/run-1 has 8\d{3} characters, but ECS takes at most 8192/),
    });
    expect(inputs()).toEqual([]);
    all.on(RunTaskCommand).resolves(started);
    expect(await mocked({ capabilityOf: longText(3_800) }).launch(fixup)).toMatchObject({
      kind: 'launched',
    });
  });
});

describe('what ECS answers to a launch', () => {
  const meta = { $metadata: {} };
  const launched = { kind: 'launched', taskRef: 'task/1' };

  it('is the worker that there is already, when the same launch was asked for in other words', async () => {
    const conflict = new ConflictException({ ...meta, message: 'used', resourceIds: ['task/1'] });
    all.on(RunTaskCommand).rejects(conflict);
    expect(await mocked().launch(fixup)).toEqual(launched);
  });

  it('is a new worker, when the token was spent on a launch that came to nothing', async () => {
    const conflict = new ConflictException({ ...meta, message: 'used', resourceIds: [] });
    all
      .on(RunTaskCommand)
      .rejectsOnce(conflict)
      .resolves({ tasks: [{ taskArn: 'task/1' }] });
    expect(await mocked().launch(fixup)).toEqual(launched);
    const tokens = all.commandCalls(RunTaskCommand).map(({ args }) => args[0].input.clientToken);
    expect(new Set(tokens).size).toBe(2);
    all.reset();
    all.on(RunTaskCommand).rejects(conflict);
    expect(await mocked().launch(fixup)).toMatchObject({ kind: 'later' });
  });

  const later: Readonly<Record<string, Partial<RunTaskCommandOutput> | Error>> = {
    'no capacity': {
      failures: [{ reason: 'Capacity is unavailable at this time. Please try again later' }],
    },
    'no room on the machines': { failures: [{ arn: 'i', reason: 'RESOURCE:ENI' }] },
    'nothing at all': {},
    'a throttle': new ECSServiceException({
      name: 'ThrottlingException',
      message: 'Rate exceeded',
      $fault: 'client',
      ...meta,
    }),
    'a throttle of another service': new InvalidParameterException({
      message: 'Error retrieving network details for subnet-1: Rate exceeded',
      ...meta,
    }),
    'a quota': new ClientException({
      message: "You've reached the limit on the number of vCPUs you can run concurrently",
      ...meta,
    }),
  };

  it.each(Object.entries(later))('is to try again later: %s', async (_name, answer) => {
    if (answer instanceof Error) all.on(RunTaskCommand).rejects(answer);
    else all.on(RunTaskCommand).resolves(answer);
    const outcome = await mocked().launch(fixup);
    expect(outcome).toMatchObject({ kind: 'later', reason: expect.stringMatching(/^ECS/) });
  });

  const refused: Readonly<Record<string, Partial<RunTaskCommandOutput> | Error>> = {
    'a task that fits nowhere': { failures: [{ reason: 'ATTRIBUTE', detail: 'no such machine' }] },
    'no definition': new ClientException({ message: 'TaskDefinition not found.', ...meta }),
    'no rights': new ECSServiceException({
      name: 'AccessDeniedException',
      message: 'not authorized to perform ecs:RunTask',
      $fault: 'client',
      ...meta,
    }),
  };

  it.each(Object.entries(refused))('is no, for good: %s', async (_name, answer) => {
    if (answer instanceof Error) all.on(RunTaskCommand).rejects(answer);
    else all.on(RunTaskCommand).resolves(answer);
    const outcome = await mocked().launch(fixup);
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^ECS: \w/) });
  });

  it('is thrown where a task may have been started after all', async () => {
    all.on(RunTaskCommand).rejects(new ServerException({ message: 'broken', ...meta }));
    await expect(mocked().launch(fixup)).rejects.toThrow('broken');
    all.on(RunTaskCommand).rejects(new Error('socket hang up'));
    await expect(mocked().launch(fixup)).rejects.toThrow('socket hang up');
  });
});

async function stateOf(task: Task) {
  all.on(DescribeTasksCommand).resolves({ tasks: [{ taskArn: 'task/1', ...task }] });
  return (await mocked().describe(['task/1'])).get('task/1');
}

describe('how a worker ended', () => {
  it('is told by stop code, reason and the exit of the worker itself', async () => {
    const containers = [
      { name: 'gateway', exitCode: 143 },
      { name: 'worker', exitCode: 137, reason: 'OutOfMemoryError' },
    ];
    const stopped = { lastStatus: 'STOPPED', stopCode: 'EssentialContainerExited' } as const;
    const stoppedReason = 'Essential container in task exited';
    expect(await stateOf({ ...stopped, stoppedReason, containers })).toEqual({
      kind: 'stopped',
      reason: 'EssentialContainerExited: Essential container in task exited: OutOfMemoryError',
      exitCode: 137,
    });
    expect(await stateOf({ lastStatus: 'STOPPED' })).toEqual({
      kind: 'stopped',
      reason: 'ECS does not say why.',
    });
  });

  it('is not over before it is', async () => {
    for (const lastStatus of ['PENDING', 'RUNNING', 'STOPPING', 'DEPROVISIONING']) {
      expect(await stateOf({ lastStatus, desiredStatus: 'STOPPED' })).toEqual({ kind: 'alive' });
    }
  });

  it('is asked for a hundred at a time', async () => {
    all.on(DescribeTasksCommand).callsFake(({ tasks }: { tasks: string[] }) => ({
      tasks: tasks.map((taskArn) => ({ taskArn, lastStatus: 'RUNNING' })),
    }));
    const refs = Array.from({ length: 250 }, (_, index) => `task/${index}`);
    expect((await mocked().describe(refs)).size).toBe(250);
    const sizes = all.commandCalls(DescribeTasksCommand).map(({ args }) => args[0].input.tasks);
    expect(sizes.map((tasks) => tasks?.length)).toEqual([100, 100, 50]);
  });
});

describe('stopping a worker', () => {
  it('that ECS has forgotten is done, and anything else that goes wrong is thrown', async () => {
    const forgotten = 'The referenced task was not found.';
    const error = new InvalidParameterException({ message: forgotten, $metadata: {} });
    all.on(StopTaskCommand).rejects(error);
    await expect(mocked().stop('task/1', 'over')).resolves.toBeUndefined();
    all.on(StopTaskCommand).rejects(new ServerException({ message: 'broken', $metadata: {} }));
    await expect(mocked().stop('task/1', 'over')).rejects.toThrow('broken');
  });

  it('says why, as far as ECS listens', async () => {
    all.on(StopTaskCommand).resolves({});
    await mocked().stop('task/1', 'x'.repeat(2_000));
    const [{ args } = { args: [] }] = all.commandCalls(StopTaskCommand);
    expect(args[0]?.input).toEqual({ cluster: 'cluster', task: 'task/1', reason: 'x'.repeat(255) });
  });
});
