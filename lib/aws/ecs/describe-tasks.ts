import { DescribeTasksCommand, type ECSClient, type Task } from '@aws-sdk/client-ecs';
import type { WorkerState } from '#ratchet/needs/launcher.ts';
import { workerContainer } from './task-input.ts';

const mostInOneCall = 100;

/** Asks for all tasks, a hundred at a time; ECS forgets a stopped one after an hour. */
export async function describeTasks(
  client: ECSClient,
  cluster: string,
  taskRefs: readonly string[],
): Promise<ReadonlyMap<string, WorkerState>> {
  const wanted = [...new Set(taskRefs)];
  const states = new Map<string, WorkerState>(wanted.map((ref) => [ref, { kind: 'unknown' }]));
  for (let start = 0; start < wanted.length; start += mostInOneCall) {
    const tasks = wanted.slice(start, start + mostInOneCall);
    const answer = await client.send(new DescribeTasksCommand({ cluster, tasks }));
    for (const task of answer.tasks ?? []) {
      if (task.taskArn !== undefined) states.set(task.taskArn, stateOf(task));
    }
  }
  return states;
}

/** A task that is about to stop may still write; only the last two states are the end. */
function stateOf(task: Task): WorkerState {
  if (task.lastStatus !== 'STOPPED' && task.lastStatus !== 'DELETED') return { kind: 'alive' };
  const worker = task.containers?.find(({ name }) => name === workerContainer);
  const said = [task.stopCode, task.stoppedReason, worker?.reason];
  const reason = said.filter((text) => text !== undefined && text !== '').join(': ');
  const exitCode = worker?.exitCode;
  return {
    kind: 'stopped',
    reason: reason === '' ? 'ECS does not say why.' : reason,
    ...(exitCode !== undefined && { exitCode }),
  };
}
