import type { Config } from '#config/schema.ts';
import type { RepositoryFacts } from '#domain/repository/facts.ts';
import { detectPython, pythonInvocation } from '#domain/repository/python.ts';
import type { Engine } from '#engines/contract.ts';

type Argv = readonly [string, ...string[]];

/** The program of an engine: as configured, else the way the repository keeps its tools. */
export function programFinder(
  facts: RepositoryFacts,
  { repository, tools }: { readonly repository: string; readonly tools: Config['tools'] },
): (engine: Engine, root: string) => Argv {
  return (engine, root) => {
    const [first, ...rest] = tools[engine.id] ?? [];
    if (first !== undefined) return [first, ...rest];
    const { program } = engine;
    if (program.kind === 'binary') return [program.name];
    if (program.kind === 'node-bin') return ['npx', '--no-install', program.bin];
    return [...pythonArgv(facts, root, repository), '-m', program.module];
  };
}

function pythonArgv(facts: RepositoryFacts, root: string, repository: string): Argv {
  const invocation = pythonInvocation(detectPython(facts, root));
  if (invocation.mode === 'tool-runner') return invocation.argv;
  const { python } = invocation;
  const relative = python.includes('/') && !python.startsWith('/');
  return [relative ? `${repository}/${python}` : python];
}
