import type { Command } from '#ports/processes.ts';

/** Builds the whole environment of a program: the named variables that we have, then its own. */
export function chooseEnvironment(
  parentEnv: Readonly<Record<string, string | undefined>>,
  command: Pick<Command, 'inheritEnv' | 'env'>,
): Record<string, string | undefined> {
  const present = (command.inheritEnv ?? []).filter((name) => Object.hasOwn(parentEnv, name));
  return {
    // Node hands this one to every program unless the key is there; undefined keeps it out.
    NODE_V8_COVERAGE: undefined,
    ...Object.fromEntries(present.map((name) => [name, parentEnv[name]])),
    ...command.env,
  };
}
