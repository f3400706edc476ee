import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';
import { type QueueName, queues } from '#config/queues.ts';

type Name = keyof typeof environmentNames;

/** A value without which nothing here can work; the stack sets it. */
export function requireSetting(env: Environment, name: Name): string {
  return requireVariable(env, environmentNames[name]);
}

/** Where a queue of the stack is reached. */
export function queueUrl(env: Environment, name: QueueName): string {
  return requireVariable(env, queues[name].address);
}

function requireVariable(env: Environment, variable: string): string {
  const value = env[variable];
  if (value === undefined || value === '') {
    throw new Error(`${variable} is not set: deploy the stack again.`);
  }
  return value;
}

/** Where GitHub answers: a server of one's own, where the stack names one. */
export function githubApiUrl(env: Environment): string {
  return env[environmentNames.githubApiUrl] ?? 'https://api.github.com';
}
