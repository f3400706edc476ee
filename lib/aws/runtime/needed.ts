import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';

type Name = keyof typeof environmentNames;

/** A value without which nothing here can work; the stack sets it. */
export function needed(env: Environment, name: Name): string {
  const value = env[environmentNames[name]];
  if (value === undefined || value === '') {
    throw new Error(`${environmentNames[name]} is not set: deploy the stack anew.`);
  }
  return value;
}
