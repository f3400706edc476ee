import { isObject, valueIn } from '#base/data.ts';
import { isIgnored, type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';

/**
 * What of the repository the process of a tool executes by design: nothing; all that it judges; or what its settings name. A tool
 * that executes nothing is started where it reaches no code of the repository.
 */
export type LoadedCode = 'everything' | 'nothing' | LoadedBySettings;

interface LoadedBySettings {
  /** The settings that name it, in a few words. */
  readonly by: string;
  /** Those settings of a root that do; none: it executes nothing there. */
  readonly named: (facts: RepositoryFacts, place: LoadingPlace) => readonly string[];
}

interface LoadingPlace {
  readonly root: string;
  /** The configuration that it is given, relative to the repository; null: it looks for its own. */
  readonly config: string | null;
  readonly args: readonly string[];
}

/** For tools of Node: configurations that are programs, and settings that name a file by its path and no package. */
export function loadedByNode(
  names: readonly string[],
  keys: readonly string[],
  options = /(?!)/,
): LoadedBySettings {
  const paths = keys.length === 0 ? '' : `, and paths in ${keys.join(', ')}`;
  return {
    by: `a configuration that is a program${paths}`,
    named: (facts, { args, ...place }) => [
      ...configsFor(facts, place, names).flatMap((path) =>
        isScript(path) ? [path] : pathsNamed(facts.manifests.get(path), path, keys),
      ),
      ...args.filter((arg) => options.test(arg)),
    ],
  };
}

function isScript(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path);
}

function pathsNamed(data: unknown, path: string, keys: readonly string[]): readonly string[] {
  return keys
    .filter((key) => textsIn(valueIn(data, ...key.split('.'))).some(isPath))
    .map((key) => `${key} of ${path}`);
}

function isPath(word: string): boolean {
  return /^(?:\.{0,2}\/|file:)/.test(word);
}

/** All texts, however deep: a plugin often stands in a list with its options. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The files of these names that a tool finds in a root or above it, or the one that it is given in their place. */
export function configsFor(
  { files }: Pick<RepositoryFacts, 'files'>,
  { root, config }: Pick<LoadingPlace, 'config' | 'root'>,
  names: readonly string[],
): readonly string[] {
  if (config !== null) return [config];
  return upward(root)
    .flatMap((folder) => names.map((name) => within(folder, name)))
    .filter((path) => files.has(path));
}

/** Whether the code of a module of Python lies in the repository, or a path leads to it. */
export function isOwnModule(facts: RepositoryFacts, name: string): boolean {
  if (/[/\\]|\.py$/.test(name) || importsProject.test(name)) return true;
  const path = name.replaceAll('.', '/');
  const ends = [`${path}.py`, `${path}/__init__.py`];
  return [...facts.files].some(
    (file) =>
      ends.some((end) => file === end || file.endsWith(`/${end}`)) && !isIgnored(facts, file),
  );
}

/** Packages that import the settings of a project, and with them its code. */
const importsProject = /^(?:mypy_django_plugin|mypy_drf_plugin|pylint_django)(?:\.|$)/;

/** The words of a list as configurations of Python have it, with commas or lines between them. */
export function listedWords(value: unknown): readonly string[] {
  return textsIn(value)
    .flatMap((text) => text.split(/[,\n]/))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
