import type { RepositoryFacts } from './facts.ts';
import type { SetupCommand } from './setup-command.ts';
import { planNodeSetup } from './setup-node.ts';
import { planPythonSetup } from './setup-python.ts';

export interface SetupInput {
  /** Where engines run. */
  readonly roots: readonly string[];
  /** Commands that the configuration lists: they stand in place of all that would be found. */
  readonly configured: readonly (Pick<SetupCommand, 'run' | 'cwd'> & {
    /** Milliseconds. */
    readonly timeout?: number;
  })[];
}

/** What is to be run, in this order, before the engines can: as configured, else as the lock files and manifests say. */
export function planSetup(
  facts: RepositoryFacts,
  { roots, configured }: SetupInput,
): readonly SetupCommand[] {
  if (configured.length > 0) {
    return configured.map(({ run, cwd, timeout }) => ({
      run,
      cwd,
      env: {},
      because: 'setup lists it',
      ...(timeout !== undefined && { timeoutMs: timeout }),
    }));
  }
  const commands = [...new Set(roots)].flatMap((root) => findSetupCommands(facts, root));
  // The packages of a workspace are installed together.
  return [...new Map(commands.map((one) => [JSON.stringify([one.cwd, one.run]), one])).values()];
}

function findSetupCommands(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
  return [...planPythonSetup(facts, root), ...planNodeSetup(facts, root)];
}
