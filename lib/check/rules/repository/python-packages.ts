import { tableIn, textListIn, valueIn } from '#base/data.ts';
import { folderOf, type RepositoryFacts, upward, within } from './facts.ts';
import { detectPython } from './python.ts';

/**
 * Whether the Python of a root has a package: by what is installed there, and where that is not known, by what the
 * project asks for.
 */
export function hasPackage(facts: RepositoryFacts, root: string, name: string): boolean {
  return (
    findInstalledPackages(facts, root)?.installed.has(name) ?? mentionsPackage(facts, root, name)
  );
}

/** The environment of a root in which a package is not installed; undefined: it is there, or nothing is known. */
export function environmentWithout(
  facts: RepositoryFacts,
  root: string,
  name: string,
): string | undefined {
  const found = findInstalledPackages(facts, root);
  return found?.installed.has(name) === false ? found.environment : undefined;
}

function findInstalledPackages(facts: RepositoryFacts, root: string) {
  const { venvPath } = detectPython(facts, root);
  const installed = venvPath === null ? undefined : facts.packages?.get(venvPath);
  return venvPath === null || installed === undefined
    ? undefined
    : { environment: venvPath, installed };
}

const manifestNames = /(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini)$/;

/** Requirements may be written in many files; a name with a version is hardly anything else. */
export function mentionsPackage(facts: RepositoryFacts, root: string, name: string): boolean {
  const folders = upward(root);
  const words = [...facts.manifests].flatMap(([path, data]) =>
    manifestNames.test(path) && folders.includes(folderOf(path)) ? collectWords(data) : [],
  );
  return [...words, ...readRequirementLists(facts, root)].some((word) => namesPackage(word, name));
}

/** Whether a package is to be installed where a project is worked on, rather than where tox, hatch or pre-commit run it. */
export function requiresPackage(facts: RepositoryFacts, root: string, name: string): boolean {
  const { manifests } = facts;
  const words = upward(root).flatMap((folder) => [
    ...readDependencies(manifests.get(within(folder, 'pyproject.toml'))),
    ...collectWords(valueIn(manifests.get(within(folder, 'setup.cfg')), 'options')),
    ...collectWords(valueIn(manifests.get(within(folder, 'setup.cfg')), 'options.extras_require')),
  ]);
  return [...words, ...readRequirementLists(facts, root)].some((word) => namesPackage(word, name));
}

function namesPackage(word: string, name: string): boolean {
  return new RegExp(`^["']?${name.replaceAll('-', '[-_.]')}(?![\\w.-])`, 'i').test(word);
}

/** Lines of the lists of requirements, which lie in a folder of their own or in that of a project. */
function readRequirementLists({ manifests }: RepositoryFacts, root: string): readonly string[] {
  const folders = new Set(upward(root).flatMap((one) => [one, within(one, 'requirements')]));
  return [...manifests].flatMap(([path, data]) =>
    /\.(?:txt|in)$/.test(path) && folders.has(folderOf(path)) ? textListIn(data, 'lines') : [],
  );
}

/** What the tables of a pyproject.toml ask for, be it by a list or by a name and its version. */
function readDependencies(data: unknown): readonly string[] {
  const poetry = ['tool', 'poetry'] as const;
  const groups = Object.keys(tableIn(data, ...poetry, 'group'));
  return [
    ['project', 'dependencies'],
    ['project', 'optional-dependencies'],
    ['dependency-groups'],
    ['tool', 'uv', 'dev-dependencies'],
    ['tool', 'pdm', 'dev-dependencies'],
    [...poetry, 'dependencies'],
    [...poetry, 'dev-dependencies'],
    ...groups.map((group) => [...poetry, 'group', group, 'dependencies']),
  ].flatMap((keys) => collectWords(valueIn(data, ...keys)));
}

/** All texts, line by line, and all keys. */
function collectWords(data: unknown): readonly string[] {
  if (typeof data === 'string') return data.split('\n').map((line) => line.trim());
  if (Array.isArray(data)) return data.flatMap(collectWords);
  return Object.entries(tableIn(data)).flatMap(([key, value]) => [key, ...collectWords(value)]);
}
