import { DescribeTasksCommand, StopTaskCommand, type Task } from '@aws-sdk/client-ecs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it } from 'vitest';
import { taskEvent } from '../../support/cloud/task-events.ts';
import { isEmpty } from '../../support/sqs-queues.ts';
import { onceGreen } from '../ratchet/once-green.ts';
import { queueNames } from '#config/queues.ts';
import { type CloudGround, deadLetters, type Sky, urlOf } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

/** What AWS does to us, beside ending our processes. */
export function mishapScenarios(sky: () => Promise<Sky>): void {
  it('an event of ECS that comes twice, too early or too late changes nothing', async () => {
    const { cloud, ground: groundOf } = await sky();
    const ground = await groundOf({ files: bad });
    ground.holdAgent();
    await ground.until('the agent works', () => ground.begun().length === 1);
    const task = await taskOf(await sky(), ground);
    // That it is over is told before it is.
    await tell(await sky(), { ...task, lastStatus: 'STOPPED' });
    await tell(await sky(), task);
    await ground.until('both are read', () => exitsAreRead(cloud));
    expect((await ground.state())?.session?.phase).toBe('running');
    signalWorkers(ground, 'SIGKILL');
    await ground.until('the run goes on', () => ground.launched().length === 2);
    await tell(await sky(), { ...task, lastStatus: 'STOPPED' });
    await tell(await sky(), { ...task, lastStatus: 'STOPPED' });
    await ground.until('both are read', () => exitsAreRead(cloud));
    ground.letAgentGo();
    await ground.decided('GREEN');
    const before = await ground.story();
    await tell(await sky(), { ...task, lastStatus: 'STOPPED' });
    await ground.until('it is read', () => exitsAreRead(cloud));
    expect(await ground.story()).toEqual(before);
    expect(ground.commits()).toHaveLength(2);
    expect(new Set(ground.launched()).size).toBe(1);
    expect((await ground.state())?.consecutiveFixupAttempts).toBe(0);
    expect(await ground.dead()).toEqual([]);
  });

  it('a worker whose machine is taken back is followed by another that goes on', async () => {
    const { cloud, ground: groundOf } = await sky();
    const ground = await groundOf({ files: bad });
    ground.holdAgent();
    await ground.until('the agent works', () => ground.begun().length === 1);
    const { taskArn: task } = await taskOf(await sky(), ground);
    const cluster = await cloud.find('AWS::ECS::Cluster');
    const reason = 'Your Spot Task was interrupted.';
    await cloud.clients.tasks.send(new StopTaskCommand({ cluster, task, reason }));
    await ground.until('the run goes on', () => ground.launched().length === 2);
    ground.letAgentGo();
    await ground.decided('GREEN');
    expect(new Set(ground.launched()).size).toBe(1);
    expect(ground.commits()).toHaveLength(2);
    expect((await ground.state())?.consecutiveFixupAttempts).toBe(0);
    expect(await ground.dead()).toEqual([]);
  });

  it('a worker that does not listen is ended when its session is over', async () => {
    const { ground: groundOf } = await sky();
    const ground = await groundOf({ files: bad });
    ground.holdAgent();
    await ground.until('the agent works', () => ground.begun().length === 1);
    const [first = ''] = ground.launched();
    signalWorkers(ground, 'SIGSTOP');
    ground.shop.commit('feature', { 'src/b.txt': 'BAD three\n' }, { author: 'ann' });
    await ground.until('the next agent works', () => ground.begun().length > 1);
    await ground.until('the first worker is gone', () => ground.aliveFor(first).length === 0);
    ground.letAgentGo();
    await ground.decided('GREEN');
    expect(new Set(ground.launched()).size).toBe(2);
    expect(ground.commits()).toHaveLength(3);
    expect(await ground.dead()).toEqual([]);
  });

  it('a cluster that has no room is asked again later', async () => {
    const { cloud, ground: groundOf } = await sky();
    let refusals = 0;
    const ground = await groundOf({
      files: bad,
      before: ({ shop }) =>
        cloud.faults.add(({ operation, body }) => {
          if (operation !== 'RunTask' || !body.includes(`:${shop.repository.id}:`))
            return undefined;
          if (refusals === 2) return undefined;
          refusals += 1;
          return { kind: 'answer', status: 200, body: JSON.stringify(noRoom) };
        }),
    });
    await ground.decided('GREEN');
    expect(refusals).toBe(2);
    expect(ground.log.of('No room for a worker')).toHaveLength(2);
    await onceGreen(ground);
  });

  it('a message that nobody can read ends among the dead letters, and stops nothing', async () => {
    const { cloud, ground: groundOf } = await sky();
    const poison = '{"kind":"a poison"}';
    for (const name of queueNames) {
      const ordered = { MessageGroupId: 'poison', MessageDeduplicationId: 'poison' };
      const QueueUrl = await urlOf(cloud, name);
      const message = { QueueUrl, MessageBody: poison, ...(name === 'report' && ordered) };
      await cloud.clients.queues.send(new SendMessageCommand(message));
    }
    const ground = await groundOf({ files: { 'src/a.txt': 'one\n' } });
    await ground.decided('GREEN');
    await ground.shown('✅ Green');
    await ground.until('all are dead', async () => {
      const dead = await deadLetters(cloud, poison);
      return dead.length === queueNames.length;
    });
    expect((await deadLetters(cloud, poison)).toSorted()).toEqual(
      queueNames.map((name) => `${name}: ${poison}`).toSorted(),
    );
  });
}

const noRoom = {
  tasks: [],
  failures: [{ reason: 'Capacity is unavailable at this time. Please try again later.' }],
};

/** The task of the run that was launched last. */
async function taskOf({ cloud }: Sky, ground: CloudGround): Promise<Task> {
  const taskRef = String(ground.log.of('Fixup launched').at(-1)?.['taskRef']);
  const cluster = await cloud.find('AWS::ECS::Cluster');
  const asked = new DescribeTasksCommand({ cluster, tasks: [taskRef] });
  const [task] = (await cloud.clients.tasks.send(asked)).tasks ?? [];
  if (task === undefined) throw new Error(`There is no task ${taskRef}`);
  return task;
}

/** Past the rule, which lets only ends through. */
async function tell({ cloud }: Sky, task: Task): Promise<void> {
  const message = {
    QueueUrl: await urlOf(cloud, 'exit'),
    MessageBody: JSON.stringify(taskEvent(task)),
  };
  await cloud.clients.queues.send(new SendMessageCommand(message));
}

async function exitsAreRead(cloud: Sky['cloud']): Promise<boolean> {
  return isEmpty(cloud.clients.queues, await urlOf(cloud, 'exit'));
}

function signalWorkers(ground: CloudGround, signal: NodeJS.Signals): void {
  const supervisors = ground.alive().filter((process) => process.includes('containers/agent'));
  expect(supervisors).not.toEqual([]);
  for (const supervisor of supervisors) process.kill(Number.parseInt(supervisor, 10), signal);
}
