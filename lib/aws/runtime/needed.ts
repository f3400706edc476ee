import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import { type QueueName, queues } from '#config/queues.ts';

type Name = keyof typeof environmentNames;

/** A value without which nothing here can work; the stack sets it. */
export function needed(env: Environment, name: Name): string {
  return valueOf(env, environmentNames[name]);
}

/** Where a queue of the stack is reached. */
export function queueUrl(env: Environment, name: QueueName): string {
  return valueOf(env, queues[name].address);
}

function valueOf(env: Environment, variable: string): string {
  const value = env[variable];
  if (value === undefined || value === '') {
    throw new Error(`${variable} is not set: deploy the stack anew.`);
  }
  return value;
}
