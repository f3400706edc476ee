import { delimiter } from 'node:path';
import type { Environment } from '#config/env.ts';
import type { Command } from '#check/needs/processes.ts';

type EnvironmentRequest = Pick<Command, 'env' | 'inheritEnv' | 'pathFirst'>;

/** Builds the whole environment of a program: the named variables that we have, then its own. */
export function chooseEnvironment(
  parentEnv: Environment,
  command: EnvironmentRequest,
): Record<string, string | undefined> {
  const present = (command.inheritEnv ?? []).filter((name) => Object.hasOwn(parentEnv, name));
  return {
    // Node hands this one to every program unless the key is there; undefined keeps it out.
    NODE_V8_COVERAGE: undefined,
    ...Object.fromEntries(present.map((name) => [name, parentEnv[name]])),
    ...extendPath(parentEnv, command),
    ...command.env,
  };
}

function extendPath(
  { PATH: inherited }: Environment,
  { pathFirst = [] }: EnvironmentRequest,
): Record<string, string> {
  if (pathFirst.length === 0) return {};
  const folders = [...pathFirst, ...(inherited === undefined ? [] : [inherited])];
  return { PATH: folders.join(delimiter) };
}
