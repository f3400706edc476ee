import type { Detection } from '../repository/evidence.ts';
import { type RepositoryFacts, upward, within } from '../repository/facts.ts';
import { dependenciesAt } from '../repository/node.ts';
import type { Program } from '../repository/program.ts';
import { requiresPackage, environmentWithout } from '../repository/python-packages.ts';

interface ToolToFind {
  readonly scope: 'per-file' | 'whole-program' | 'tests';
  readonly program: Program;
  readonly configNames: readonly string[];
}

/**
 * Many projects configure tools that they start elsewhere: in an editor, by pre-commit, or where tox or the CI installs
 * them. What is not among what they installed, and nothing asks for there, is not ours to start. Without their runner of
 * tests they are not set up.
 */
export function unlessLeftToOthers(
  tool: ToolToFind,
  facts: RepositoryFacts,
  found: Detection,
): Detection {
  if (found.kind === 'absent' || tool.scope === 'tests') return found;
  const place = folderWithout(tool, facts, found.at);
  if (place === undefined) return found;
  const because = `${found.because}, but ${place} does not have it and no list of dependencies asks for it`;
  return { kind: 'absent', because, notInstalled: true };
}

/** Where a tool would be, had the project installed it; undefined: it has or wants it, or nothing is known. */
function folderWithout(
  { program, configNames }: ToolToFind,
  facts: RepositoryFacts,
  root: string,
): string | undefined {
  if (program.kind === 'binary') return undefined;
  if (program.kind === 'python-module') return environmentLacking(facts, root, program.module);
  const names = [program.package, ...(program.instead ?? []).map((one) => one.package)];
  if (names.some((name) => isInPackages(facts, root, name))) return undefined;
  // It comes from PyPI as well.
  if (configNames.includes('pyproject.toml'))
    return environmentLacking(facts, root, program.package);
  const folder = upward(root).find((one) => facts.nodePackages?.has(one));
  return folder === undefined ? undefined : within(folder, 'node_modules');
}

function environmentLacking(
  facts: RepositoryFacts,
  root: string,
  name: string,
): string | undefined {
  return requiresPackage(facts, root, name) ? undefined : environmentWithout(facts, root, name);
}

/** Whether a manifest lists it, or it came with another package. */
function isInPackages(facts: RepositoryFacts, root: string, name: string): boolean {
  return upward(root).some(
    (folder) =>
      dependenciesAt(facts, folder).has(name) || facts.nodePackages?.get(folder)?.has(name),
  );
}
