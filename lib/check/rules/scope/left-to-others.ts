import type { Detection } from '../repository/evidence.ts';
import { type RepositoryFacts, upward, within } from '../repository/facts.ts';
import { dependenciesAt } from '../repository/node.ts';
import {
  listProjectCommands,
  type ProjectCommand,
} from '../repository/commands/project-commands.ts';
import type { Program } from '../repository/program.ts';
import { requiresPackage, environmentWithout, hasPackage } from '../repository/python-packages.ts';

interface ToolToFind {
  readonly id: string;
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
  const other = findOtherTypeChecker(tool.id, facts);
  if (other !== undefined) {
    const because = `${found.because}, but the project checks types by ${other.tool} (${other.at}), and no command of it starts ${tool.id}`;
    return { kind: 'absent', because, leftAlone: true };
  }
  const { program } = tool;
  if (program.kind === 'binary' && program.of === 'machine') {
    return unlessMissingHere(program.name, facts, found);
  }
  const place = explainLack(tool, facts, found.at);
  if (place === undefined) return found;
  const because = `${found.because}, but ${place}`;
  return { kind: 'absent', because, leftAlone: true };
}

const typeCheckers = new Set([
  'basedpyright',
  'mypy',
  'pyre',
  'pyrefly',
  'pyright',
  'stubtest',
  'ty',
]);

/** Editors read the configuration of a type checker, too: where the project checks types, the one that it starts counts. */
function findOtherTypeChecker(id: string, facts: RepositoryFacts): ProjectCommand | undefined {
  if (!typeCheckers.has(id)) return undefined;
  const started = listProjectCommands(facts).filter(({ tool }) => typeCheckers.has(tool));
  return started.some(({ tool }) => tool === id) ? undefined : started[0];
}

/** A program that comes with no project may still come as a package of Python, under its name or one made from it. */
export function unlessMissingHere(
  name: string,
  facts: RepositoryFacts,
  found: Detection,
): Detection {
  if (found.kind === 'absent' || facts.programs?.has(name) !== false) return found;
  if ([name, `${name}-py`].some((one) => hasPackage(facts, found.at, one))) return found;
  const because = `${found.because}, but this machine has no ${name}`;
  return { kind: 'absent', because, leftAlone: true };
}

/** What shows that the project did not install a tool; undefined: it has or wants it, or nothing is known. */
function explainLack(
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
  const folders = upward(root);
  if (!folders.some((one) => facts.files.has(within(one, 'package.json'))))
    return 'no package.json asks for it';
  const folder = folders.find((one) => facts.nodePackages?.has(one));
  return folder === undefined ? undefined : lackedBy(within(folder, 'node_modules'));
}

function lackedBy(place: string): string {
  return `${place} does not have it, and no list of what was installed asks for it`;
}

function environmentLacking(
  facts: RepositoryFacts,
  root: string,
  name: string,
): string | undefined {
  const place = requiresPackage(facts, root, name)
    ? undefined
    : environmentWithout(facts, root, name);
  return place === undefined ? undefined : lackedBy(place);
}

/** Whether a manifest lists it, or it came with another package. */
function isInPackages(facts: RepositoryFacts, root: string, name: string): boolean {
  return upward(root).some(
    (folder) =>
      dependenciesAt(facts, folder).has(name) || facts.nodePackages?.get(folder)?.has(name),
  );
}
