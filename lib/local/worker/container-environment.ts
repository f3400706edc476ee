import { environmentNames } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';

export interface ContainerOrder {
  readonly brokerUrl: string;
  readonly capability: string;
  readonly workspace: string;
  readonly run: string;
}

const ofOurs = [
  environmentNames.brokerUrl,
  environmentNames.capability,
  environmentNames.workspace,
  environmentNames.run,
  environmentNames.modelKeys,
  environmentNames.gatewayCredential,
] as const;

/** What a container was launched with. */
export function readContainerOrder(env: Environment): ContainerOrder {
  const needed = (name: keyof typeof environmentNames): string => {
    const value = env[environmentNames[name]];
    if (value === undefined || value === '') {
      throw new Error(
        `${environmentNames[name]} is not set: a worker is launched by Ratchetr and not by hand`,
      );
    }
    return value;
  };
  return {
    brokerUrl: needed('brokerUrl'),
    capability: needed('capability'),
    workspace: needed('workspace'),
    run: needed('run'),
  };
}

/** The environment of the work: without the secrets of the worker and the variables of the platform. */
export function buildWorkEnvironment(env: Environment): Environment {
  const own: readonly string[] = ofOurs;
  const kept = Object.entries(env).filter(
    ([name]) => !own.includes(name) && !/^(?:AWS|ECS)_/.test(name),
  );
  return Object.fromEntries(kept);
}
