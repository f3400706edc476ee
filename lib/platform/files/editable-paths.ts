import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { listNames, sitePackages } from './installed-python.ts';
import { readSmallFile } from './small-files.ts';

/** Folders of a repository, relative to it, from which a Python environment imports instead of from what it has installed. */
export function findEditablePaths(
  repository: string,
  /** Absolute. */
  environment: string,
): readonly string[] {
  const [own, installed] = [bothPaths(repository), bothPaths(environment)];
  const found = sitePackages(environment).flatMap((folder) => pathsNamedIn(folder));
  const inside = found.flatMap((path) => {
    if (bothPaths(path).some((one) => relativeInside(installed, one) !== undefined)) return [];
    return bothPaths(path)
      .flatMap((one) => relativeInside(own, one) ?? [])
      .slice(0, 1);
  });
  return [...new Set(inside)];
}

/** As a path is written, and where it leads. */
function bothPaths(path: string): readonly string[] {
  try {
    return [resolve(path), realpathSync(path)];
  } catch {
    return [resolve(path)];
  }
}

function relativeInside(folders: readonly string[], path: string): string | undefined {
  const inside = folders.map((folder) => relative(folder, path));
  const found = inside.find((one) => one !== '..' && !one.startsWith('../') && !isAbsolute(one));
  return found === '' ? '.' : found;
}

function pathsNamedIn(folder: string): readonly string[] {
  return listNames(folder).flatMap((name) => {
    const read = readers.find(({ names }) => names.test(name));
    const text = read && readSmallFile(join(folder, name));
    return text === undefined ? [] : (read?.paths(text) ?? []).map((path) => resolve(folder, path));
  });
}

const readers: readonly {
  readonly names: RegExp;
  readonly paths: (text: string) => readonly string[];
}[] = [
  { names: /\.pth$/, paths: parsePathFile },
  { names: /^__editable__.*_finder\.py$/, paths: parseFinderFile },
];

/** A line that begins with `import` is run by Python, every other one that is no comment is a path. */
function parsePathFile(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('#') && !/^import[ \t]/.test(line));
}

/** The folders in which the modules lie that setuptools maps to their places. */
function parseFinderFile(text: string): readonly string[] {
  const [, mapping = ''] = /^MAPPING\b[^={]*=\s*\{(.*?)\}\s*$/ms.exec(text) ?? [];
  return [
    ...mapping.matchAll(/('|")((?:\\.|(?!\1).)*)\1\s*:\s*('|")((?:\\.|(?!\3).)*)\3/g),
  ].flatMap(([, , module = '', , path = '']) =>
    findImportFolder(unescaped(module), unescaped(path)),
  );
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1');
}

/** Only where the folders are called as the module is, Python finds it by the folder above. */
function findImportFolder(module: string, path: string): readonly string[] {
  const tail = `/${module.replaceAll('.', '/')}`;
  const location = path.replace(/\.py$/, '');
  return location.endsWith(tail) ? [location.slice(0, -tail.length)] : [];
}
