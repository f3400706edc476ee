import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';

export interface EnvironmentPaths {
  /** The environment itself, and where it is to be seen, absolute. */
  readonly from: string;
  readonly to: string;
  /** The repository and its copy, absolute. */
  readonly repository: string;
  readonly copy: string;
}

/** Whether a folder is an environment of Python that imports code of the repository instead of what it has installed. */
export function leadsIntoRepository({ from, repository }: EnvironmentPaths): boolean {
  const names = waysTo(repository);
  return listSitePackages(from).some((folder) =>
    listLeading(folder).some((name) => {
      const text = readText(join(folder, name));
      return text !== undefined && replaceFolders(text, names, '') !== text;
    }),
  );
}

/**
 * Shows an environment by links, one for each package, with all that leads into the repository leading into its copy: path
 * files, finders of editable installations, and the first lines of programs, which name the interpreter.
 */
export function viewEnvironment({ from, to, repository, copy }: EnvironmentPaths): void {
  const toCopy = (text: string): string => replaceFolders(text, waysTo(repository), copy);
  const toView = (text: string): string => replaceFolders(text, waysTo(from), to);
  const packages = new Set(listSitePackages(from));
  const visit = (there: string, here: string): void => {
    mkdirSync(here, { recursive: true });
    for (const entry of readdirSync(there, { withFileTypes: true })) {
      const [source, target] = [join(there, entry.name), join(here, entry.name)];
      if (isAbove(source, packages)) visit(source, target);
      else if (packages.has(source)) viewPackages(source, target, toCopy);
      else if (there === from && entry.name === 'bin') viewPrograms(source, target, toView);
      // By where this file lies Python knows that it is an environment.
      else if (there === from && entry.name === 'pyvenv.cfg')
        writeFileSync(target, readFileSync(source));
      else linkTo(source, target, there);
    }
  };
  visit(from, to);
}

function isAbove(folder: string, others: ReadonlySet<string>): boolean {
  return (
    !lstatSync(folder).isSymbolicLink() && [...others].some((one) => dirnames(one).has(folder))
  );
}

function dirnames(path: string): ReadonlySet<string> {
  const above = dirname(path);
  return above === path ? new Set() : new Set([above, ...dirnames(above)]);
}

/** The real folders in which packages are installed, by the names under which they lie in the environment. */
function listSitePackages(environment: string): readonly string[] {
  const lib = join(environment, 'lib');
  return namesIn(lib)
    .filter((name) => name.startsWith('python'))
    .map((name) => join(lib, name, 'site-packages'))
    .filter((folder) => namesIn(folder).length > 0);
}

function namesIn(folder: string): readonly string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(folder).toSorted() : [];
}

/** Files beside the packages by which Python finds further ones. What meson-python builds on import lies in the repository alone. */
function listLeading(folder: string): readonly string[] {
  return namesIn(folder).filter(
    (name) => /\.(?:pth|egg-link|py)$/.test(name) && !/^_.*_editable_loader\.py$/.test(name),
  );
}

function viewPackages(from: string, to: string, toCopy: (text: string) => string): void {
  mkdirSync(to);
  const leading = new Set(listLeading(from));
  for (const name of readdirSync(from)) {
    const text = leading.has(name) ? readText(join(from, name)) : undefined;
    const changed = text === undefined ? undefined : toCopy(text);
    if (changed === undefined || changed === text) symlinkSync(join(from, name), join(to, name));
    else writeFileSync(join(to, name), changed);
  }
}

function viewPrograms(from: string, to: string, toView: (text: string) => string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    const text = entry.isFile() ? readText(source) : undefined;
    const changed = text === undefined ? undefined : startShortly(toView(text), text);
    if (changed === undefined || changed === text) linkTo(source, target, from);
    else {
      writeFileSync(target, changed);
      chmodSync(target, statSync(source).mode);
    }
  }
}

/** Systems cut off a first line that is too long; the shell can start what it names. */
function startShortly(text: string, before: string): string {
  const [first = '', ...rest] = text.split('\n');
  if (text === before || first.length < longestFirstLine || !first.startsWith('#!/')) return text;
  return ['#!/bin/sh', `'''exec' "${first.slice(2)}" "$0" "$@"`, `' '''`, ...rest].join('\n');
}

const longestFirstLine = 127;

/** A link leads where it led; one that says so by its own place is written anew. */
function linkTo(source: string, target: string, folder: string): void {
  if (!lstatSync(source).isSymbolicLink()) return symlinkSync(source, target);
  const leads = readlinkSync(source);
  const isBeside = !isAbsolute(leads) && !leads.includes('/');
  symlinkSync(isBeside ? leads : resolve(folder, leads), target);
}

const largestText = 256 * 1024;

/** undefined: no such file, or one that nobody wrote by hand. */
function readText(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || found.size > largestText) return undefined;
  const text = readFileSync(path, 'utf8');
  return text.includes('\0') ? undefined : text;
}

/** A folder as it is named, and where that leads. */
function waysTo(folder: string): readonly string[] {
  return [...new Set([resolve(folder), realpathSync(folder)])];
}

function replaceFolders(text: string, folders: readonly string[], by: string): string {
  return folders.reduce(
    (all, folder) =>
      all.replaceAll(
        new RegExp(`(?<![\\w./-])${escapeForPattern(folder)}(?![\\w.-])`, 'g'),
        () => by,
      ),
    text,
  );
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
