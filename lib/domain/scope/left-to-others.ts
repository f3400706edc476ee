import type { Detection } from '../repository/evidence.ts';
import { type RepositoryFacts, upward } from '../repository/facts.ts';
import { dependenciesAt } from '../repository/node.ts';
import type { Program } from '../repository/program.ts';
import { asksFor, environmentWithout } from '../repository/python-packages.ts';

interface Tool {
  readonly scope: 'per-file' | 'whole-program' | 'tests';
  readonly program: Program;
  readonly configNames: readonly string[];
}

/**
 * Many projects of Python configure tools that they start elsewhere: in an editor, by pre-commit, or where tox or the CI
 * installs them. What their environment lacks and nothing asks for there is not ours to start. Without their runner of
 * tests they are not set up.
 */
export function unlessLeftToOthers(
  { scope, program, configNames }: Tool,
  facts: RepositoryFacts,
  found: Detection,
): Detection {
  if (found.kind === 'absent' || scope === 'tests') return found;
  if (program.kind === 'binary' || !configNames.includes('pyproject.toml')) return found;
  const name = program.kind === 'python-module' ? program.module : program.package;
  const environment = environmentWithout(facts, found.at, name);
  if (environment === undefined || asksFor(facts, found.at, name)) return found;
  if (upward(found.at).some((folder) => dependenciesAt(facts, folder).has(name))) return found;
  const because = `${found.because}, but ${environment} does not have it and no list of dependencies asks for it`;
  return { kind: 'absent', because, notInstalled: true };
}
