import { resolve } from 'node:path';
import { findEditablePaths } from './editable-paths.ts';
import { listNames, sitePackages } from './installed-python.ts';

/** Modules of a repository that an environment of it imports from there, and has nowhere else. */
export function findEditableModules(
  root: string,
  environments: readonly string[],
  files: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = environments.flatMap((one) => {
    const environment = resolve(root, one);
    const prefixes = findEditablePaths(root, environment).map((path) =>
      path === '.' ? '' : `${path}/`,
    );
    if (prefixes.length === 0) return [];
    const installed = new Set(
      sitePackages(environment)
        .flatMap(listNames)
        .map((name) => name.replace(/\.py$/, '')),
    );
    const names = [...files].flatMap((path) => prefixes.flatMap((prefix) => nameIn(path, prefix)));
    return names.filter((name) => !installed.has(name));
  });
  return new Set(found);
}

function nameIn(path: string, prefix: string): readonly string[] {
  if (!path.startsWith(prefix)) return [];
  const name = /^(\w+)(?:\/__init__)?\.py$/.exec(path.slice(prefix.length))?.[1];
  return name === undefined ? [] : [name];
}
