import { tableIn, valueIn } from '#base/data.ts';
import {
  listProjectCommands,
  type ProjectCommand,
} from '#check/rules/repository/commands/project-commands.ts';
import { folderOf, type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import { findRoots, isBelow } from '#check/rules/repository/roots.ts';
import { joinPath } from './solution.ts';

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
      return projectsOf(command).some((project) => folderOf(project) === root);
    }
    return command.root === root && alsoCheck.has(command.tool);
  });
}

/**
 * The project files that the commands of a root have judged, relative to it; none: they leave it at the usual one. Beside the usual
 * one only those count that are there to check: what builds a part of it for publishing finds nothing more.
 */
export function findNamedProjects(facts: RepositoryFacts, root: string): readonly string[] {
  const usual = within(root, usualName);
  const commands = listProjectCommands(facts).filter(
    (command) => command.root === root && isCompiler(command),
  );
  const named = commands
    .flatMap((command) =>
      projectsOf(command).map((path) => ({ path, checks: writesNothing(facts, command, path) })),
    )
    .filter(({ path }) => !liesInInner(facts, root, path));
  const own = named.filter(({ path }) => facts.files.has(path));
  const [first, ...others] = new Set(own.map(({ path }) => path));
  if (first === undefined) return [];
  if (others.length === 0) {
    return first === usual || own.length < named.length ? [] : [cutRoot(first, root)];
  }
  const checked = own.filter(({ path, checks }) => checks && path !== usual);
  const takesUsual = checked.length === 0 || own.some(({ path }) => path === usual);
  const all = new Set([...(takesUsual ? [usual] : []), ...checked.map(({ path }) => path)]);
  return all.size === 1 && takesUsual ? [] : [...all].map((path) => cutRoot(path, root));
}

const usualName = 'tsconfig.json';

function cutRoot(path: string, root: string): string {
  return path.slice(within(root, '').length);
}

/** What lies in another root is judged there. */
function liesInInner(facts: RepositoryFacts, root: string, path: string): boolean {
  return findRoots(facts).some((one) => isBelow(one, root) && isBelow(path, one));
}

function writesNothing(
  { manifests }: RepositoryFacts,
  { args }: ProjectCommand,
  project: string,
): boolean {
  if (args.includes('--noEmit')) return true;
  const seen = new Set([project]);
  for (const path of seen) {
    const data = manifests.get(path);
    const said = valueIn(data, 'compilerOptions', 'noEmit');
    if (typeof said === 'boolean') return said;
    const base = valueIn(data, 'extends');
    if (typeof base === 'string' && base.startsWith('.')) {
      const file = joinPath(folderOf(path), base);
      seen.add(file.endsWith('.json') ? file : `${file}.json`);
    }
  }
  return false;
}

/** Whether all commands of a root that check types start the preview of version 7. */
export function isCheckedByGo(facts: RepositoryFacts, root: string): boolean {
  const tools = listProjectCommands(facts)
    .filter((command) => command.root === root && isCompiler(command))
    .map(({ tool }) => tool);
  return tools.length > 0 && tools.every((tool) => tool === 'tsgo');
}

/** One that only tells something judges nothing. */
function isCompiler({ tool, args }: ProjectCommand): boolean {
  const tells = /^(?:-[vh]|--(?:version|help|all|init|showConfig|listFilesOnly))$/;
  return compilers.has(tool) && !args.some((arg) => tells.test(arg));
}

/** Relative to the repository. A build may be given several. */
function projectsOf({ args, root }: ProjectCommand): readonly string[] {
  const [, joined] =
    /^--project=(.+)$/.exec(args.find((arg) => arg.startsWith('--project=')) ?? '') ?? [];
  const at = args.findIndex((arg) => /^(?:-p|--project|-b|--build)$/.test(arg));
  const values = at < 0 ? [] : args.slice(at + 1);
  const end = values.findIndex((value) => value.startsWith('-'));
  const most = /^-(?:p|-project)$/.test(args[at] ?? '') ? 1 : values.length;
  const given =
    joined === undefined ? values.slice(0, end < 0 ? most : Math.min(end, most)) : [joined];
  const paths = given.map((value) => within(root, value.replace(/^\.\//, '').replace(/\/$/, '')));
  if (paths.length === 0) return [within(root, usualName)];
  return paths.map((path) => (path.endsWith('.json') ? path : within(path, usualName)));
}
