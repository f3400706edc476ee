import { tableIn } from '#base/data.ts';
import {
  listProjectCommands,
  type ProjectCommand,
} from '#check/rules/repository/commands/project-commands.ts';
import { folderOf, type RepositoryFacts, within } from '#check/rules/repository/facts.ts';

/** These judge what the project file names, as tsc does, among other things. */
const alsoCheck = new Set([
  'next',
  'ng',
  'nest',
  'react-scripts',
  'vue-cli-service',
  'astro',
  'gatsby',
]);
const compilers = new Set(['tsc', 'vue-tsc', 'tsgo']);

/**
 * Whether the project says how it runs its tools, and types are not among what it checks: its project file is for an
 * editor, or for what bundles it.
 */
export function isForEditorsOnly(facts: RepositoryFacts, root: string): boolean {
  const scripts = tableIn(facts.manifests.get(within(root, 'package.json')), 'scripts');
  const own = Object.values(scripts).filter((script) => !/no test specified/.test(String(script)));
  if (own.length === 0) return false;
  return !listProjectCommands(facts).some((command) => {
    if (isCompiler(command)) {
      const project = projectOf(command);
      return (project === undefined ? command.root : folderOf(project)) === root;
    }
    return command.root === root && alsoCheck.has(command.tool);
  });
}

/** The one project file that the commands of a root name in place of the usual one. */
export function findNamedProject(facts: RepositoryFacts, root: string): string | undefined {
  const commands = listProjectCommands(facts).filter(
    (command) => command.root === root && isCompiler(command),
  );
  const named = new Set(commands.map(projectOf));
  const [only] = named;
  if (named.size !== 1 || only === undefined || !facts.files.has(only)) return undefined;
  return only.slice(within(root, '').length);
}

/** One that only tells something judges nothing. */
function isCompiler({ tool, args }: ProjectCommand): boolean {
  const tells = /^(?:-[vh]|--(?:version|help|all|init|showConfig|listFilesOnly))$/;
  return compilers.has(tool) && !args.some((arg) => tells.test(arg));
}

/** Relative to the repository; undefined: the usual one. */
function projectOf({ args, root }: ProjectCommand): string | undefined {
  const at = args.findIndex((arg) => /^(?:-p|--project|-b|--build)$/.test(arg));
  const [, joined] =
    /^--project=(.+)$/.exec(args.find((arg) => arg.startsWith('--project=')) ?? '') ?? [];
  const value = joined ?? (at < 0 ? undefined : args[at + 1]);
  if (value === undefined || value.startsWith('-')) return undefined;
  const path = within(root, value.replace(/^\.\//, '').replace(/\/$/, ''));
  return path.endsWith('.json') ? path : `${path}/tsconfig.json`;
}
