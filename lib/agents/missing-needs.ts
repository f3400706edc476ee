import type { StartedAgent } from './contract.ts';

/** What there is for an agent, before any work starts. */
export interface Provision {
  /** Whether one of its programs is installed. */
  readonly hasProgram: boolean;
  /** The command in its settings. */
  readonly command?: readonly string[] | undefined;
  /** Names of variables that its settings hand to it. */
  readonly env: readonly string[];
  readonly hasVariable: (name: string) => boolean;
}

/** What an agent lacks, one sentence each, with how to get it. */
export function missingNeeds(
  { id, needs }: StartedAgent,
  { hasProgram, command, env, hasVariable }: Provision,
): readonly string[] {
  return needs.flatMap(({ kind, name, get }) => {
    switch (kind) {
      case 'program':
        return hasProgram || command !== undefined
          ? []
          : [`The agent ${id} lacks its program ${name}. ${get}`];
      case 'command':
        return command === undefined ? [`The agent ${id} has no command. ${get}`] : [];
      case 'variable':
        return hasVariable(name) && env.includes(name)
          ? []
          : [`The agent ${id} lacks the variable ${name}. ${get}`];
    }
  });
}
