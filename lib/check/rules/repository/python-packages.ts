import { tableIn } from '#base/data.ts';
import { folderOf, type RepositoryFacts, upward } from './facts.ts';
import { environmentWith, isOfRunner } from './kept-environments.ts';
import { detectPython } from './python.ts';
import { listRequirements, normalizeName, readRequirementFiles } from './requirement-lists.ts';

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
  const found = findInstalledPackages(facts, root, {
    venvPath: environmentFor(facts, root, name),
  });
  return found?.installed.has(name) === false ? found.environment : undefined;
}

/** The environment from which a root starts a program: its own, or the one that a runner of tasks made for that. */
export function environmentFor(facts: RepositoryFacts, root: string, name: string): string | null {
  const { venvPath } = detectPython(facts, root);
  if (venvPath !== null && !isOfRunner(facts, venvPath)) return venvPath;
  return environmentWith(facts, root, name)?.path ?? venvPath;
}

function findInstalledPackages(
  facts: RepositoryFacts,
  root: string,
  { venvPath }: { readonly venvPath: string | null } = detectPython(facts, root),
) {
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
  return [...words, ...readRequirementFiles(facts, root).flat()].some((word) =>
    namesPackage(word, name),
  );
}

/**
 * Whether a package is to be installed where a project is worked on, rather than where tox, hatch or pre-commit run it. A list
 * that people ask for by its name counts where they did: where most of the others in it are installed.
 */
export function requiresPackage(facts: RepositoryFacts, root: string, name: string): boolean {
  const wanted = normalizeName(name);
  const installed = findInstalledPackages(facts, root)?.installed;
  return listRequirements(facts, root).some(
    ({ names, always }) =>
      names.has(wanted) &&
      (always || installed === undefined || isInstalled(names, installed, wanted)),
  );
}

/** People do not install at once what others added to a list. */
const mostOf = 0.8;

function isInstalled(
  names: ReadonlySet<string>,
  installed: ReadonlySet<string>,
  wanted: string,
): boolean {
  const others = [...names].filter((one) => one !== wanted);
  const there = others.filter((one) => installed.has(one));
  return others.length > 0 && there.length >= others.length * mostOf;
}

function namesPackage(word: string, name: string): boolean {
  return new RegExp(`^["']?${name.replaceAll('-', '[-_.]')}(?![\\w.-])`, 'i').test(word);
}

/** All texts, line by line, and all keys. */
function collectWords(data: unknown): readonly string[] {
  if (typeof data === 'string') return data.split('\n').map((line) => line.trim());
  if (Array.isArray(data)) return data.flatMap(collectWords);
  return Object.entries(tableIn(data)).flatMap(([key, value]) => [key, ...collectWords(value)]);
}
