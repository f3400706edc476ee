import { writeWords } from '#base/words.ts';
import { valueIn } from '#base/data.ts';
import { isAskedFor } from './development-needs.ts';
import { type RepositoryFacts, upward, within } from './facts.ts';
import { listMissingTypes } from './generated-types.ts';
import { archivesOfYarn, dependenciesAt, detectNode } from './node.ts';
import type { Program } from './program.ts';
import { detectPython } from './python.ts';
import { environmentWithout } from './python-packages.ts';
import { planPythonSetup } from './python-setup.ts';
import { listRuntimeNeeds, normalizeName } from './requirement-lists.ts';
import { planNodeSetup, planSetup, planTypes, type SetupInput } from './setup.ts';
import type { SetupCommand } from './setup-command.ts';

/** Names of the packages that the Python of the machine has; null: it has no Python. */
export type SystemPackages = ReadonlySet<string> | null;

export interface ToolToInstall extends Pick<SetupInput, 'configured'> {
  readonly program: Program;
  /** It starts code of the project. */
  readonly runsTests?: boolean;
  /** Absent: nobody asked. */
  readonly system?: SystemPackages | undefined;
}

/** Why a program cannot be started in one root, and what mends that; undefined: nothing is known against it. */
export function explainMissing(
  facts: RepositoryFacts,
  root: string,
  tool: ToolToInstall,
): string | undefined {
  const commands = commandsToInstall(facts, root, tool);
  if (commands === undefined) return explainMissingTypes(facts, root, tool);
  const profile = tool.program.kind === 'node-bin' ? detectNode(facts, root) : undefined;
  const settings = profile && archivesOfYarn(facts, profile);
  if (settings === undefined) {
    return `The project is not installed here: run \`${commands}\`, or \`ratchetr check --setup\`.`;
  }
  return `Yarn keeps the packages of this project in archives (Plug'n'Play), and Ratchetr starts tools from node_modules alone: set \`nodeLinker: node-modules\` in ${settings} and run \`${commands.replace(' --immutable', '')}\`.`;
}

/**
 * The commands that make the environment of a program in one root, where the project says how it is made and it is not
 * there. undefined: it is there, or nothing is known of it.
 */
export function commandsToInstall(
  facts: RepositoryFacts,
  root: string,
  tool: ToolToInstall,
): string | undefined {
  if (!isEnvironmentMissing(facts, root, tool)) return undefined;
  const { configured, program } = tool;
  const plan = program.kind === 'python-module' ? planPythonSetup : planNodeSetup;
  const commands =
    configured.length > 0 ? planSetup(facts, { roots: [root], configured }) : plan(facts, root);
  return writeCommands(commands);
}

function writeCommands(commands: readonly SetupCommand[]): string | undefined {
  const words = commands.map(({ run, cwd, env }) => {
    const variables = Object.entries(env).filter(([name]) => name.startsWith('POETRY_'));
    const all = [...variables.map(([name, value]) => `${name}=${value}`), ...run];
    return `${cwd === '.' ? '' : `cd ${cwd} && `}${writeWords(all)}`;
  });
  return words.length === 0 ? undefined : words.join(' && ');
}

/** A compiler would take the project for wrong in every place that uses them. */
function explainMissingTypes(
  facts: RepositoryFacts,
  root: string,
  { program, configured }: ToolToInstall,
): string | undefined {
  if (program.kind !== 'node-bin' || program.package !== 'typescript') return undefined;
  if (configured.length > 0) return undefined;
  const commands = writeCommands(planTypes(facts, root, listMissingTypes));
  return commands === undefined
    ? undefined
    : `Types that a framework writes for this project are not there: run \`${commands}\`, or \`ratchetr check --setup\`.`;
}

function isEnvironmentMissing(facts: RepositoryFacts, root: string, tool: ToolToInstall): boolean {
  const { program } = tool;
  if (program.kind === 'python-module') {
    return isPythonMissing(facts, root, { ...tool, module: program.module });
  }
  if (program.kind !== 'node-bin') return false;
  const node = detectNode(facts, root);
  const above = upward(root);
  // What has a lock file of its own has its packages to itself.
  const folders = node?.lock === undefined ? above : above.slice(0, above.indexOf(node.home) + 1);
  const names = [program, ...(program.instead ?? [])].map((one) => one.package);
  const asked = new Set(folders.flatMap((folder) => [...dependenciesAt(facts, folder)]));
  return (
    names.some((name) => asked.has(name)) &&
    !folders.some((folder) => facts.nodePackages?.has(folder))
  );
}

interface ModuleToInstall extends Pick<ToolToInstall, 'runsTests' | 'system'> {
  readonly module: string;
}

/** uv would make an empty environment where there is none, and poetry as well. */
function isPythonMissing(facts: RepositoryFacts, root: string, tool: ModuleToInstall): boolean {
  const { manager, venvPath } = detectPython(facts, root);
  const { module, system } = tool;
  if (venvPath !== null) {
    return environmentWithout(facts, root, module) !== undefined && isAskedFor(facts, root, module);
  }
  if (manager === 'uv') return true;
  if (facts.virtualEnv !== undefined) return false;
  if (manager === 'poetry') return facts.poetryMakesNone !== true;
  return system !== undefined && !isInstalledIn(facts, root, { ...tool, system });
}

/** Some install into the Python of the machine: then it has what the project needs to run. */
function isInstalledIn(
  facts: RepositoryFacts,
  root: string,
  { module, runsTests, system }: ModuleToInstall & { readonly system: SystemPackages },
): boolean {
  if (system?.has(module) !== true) return false;
  if (runsTests !== true) return true;
  const needs = [...listRuntimeNeeds(facts, root), ...listOwnName(facts, root)];
  return needs.every((name) => system.has(name));
}

/** Of a project whose code lies in `src`, tests find that code only where it is installed, or pytest is told where it lies. */
function listOwnName({ files, manifests }: RepositoryFacts, root: string): readonly string[] {
  const manifest = manifests.get(within(root, 'pyproject.toml'));
  const name =
    valueIn(manifest, 'project', 'name') ??
    valueIn(manifests.get(within(root, 'setup.cfg')), 'metadata', 'name');
  const isTold = ['pytest', 'pytest.ini_options'].some(
    (table) => valueIn(manifest, 'tool', ...table.split('.'), 'pythonpath') !== undefined,
  );
  const source = within(root, 'src');
  const liesInSource = [...files].some(
    (path) => path.startsWith(`${source}/`) && path.endsWith('/__init__.py'),
  );
  return typeof name === 'string' && liesInSource && !isTold ? [normalizeName(name)] : [];
}
