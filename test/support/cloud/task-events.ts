import { randomUUID } from 'node:crypto';
import type { Task } from '@aws-sdk/client-ecs';
import { GetQueueUrlCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { motoAccount } from '../moto.ts';
import { at, listAt, ofType, type StackTemplate } from '../stack-template.ts';
import type { Stack } from './resources.ts';

const rule = z.object({
  EventPattern: z.record(z.string(), z.unknown()),
  Targets: z.array(z.object({ Arn: z.string() })),
});

/** What EventBridge hears from ECS about a task: all that ECS itself tells of it. */
export function taskEvent(task: Task): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'ECS Task State Change',
    source: 'aws.ecs',
    region: motoAccount.region,
    resources: [task.taskArn],
    detail: task,
  };
}

/** Brings an event to the queues of all rules of the template that it fits. */
export async function createEventBus(template: StackTemplate, stack: Stack, queues: SQSClient) {
  const rules = await Promise.all(
    ofType(template, 'AWS::Events::Rule').map(async ([id]) =>
      rule.parse(await stack.properties(id)),
    ),
  );
  return async (event: object): Promise<void> => {
    const fitting = rules.filter(({ EventPattern: pattern }) => fits(pattern, event));
    for (const { Arn } of fitting.flatMap(({ Targets: targets }) => targets)) {
      const name = Arn.slice(Arn.lastIndexOf(':') + 1);
      const { QueueUrl } = await queues.send(new GetQueueUrlCommand({ QueueName: name }));
      await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(event) }));
    }
  };
}

/** Every name of the pattern stands in the event too, with one of the values that the pattern lists. */
function fits(pattern: unknown, event: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.includes(event);
  return Object.keys(Object(pattern)).every((key) =>
    fits(Array.isArray(at(pattern, key)) ? listAt(pattern, key) : at(pattern, key), at(event, key)),
  );
}
