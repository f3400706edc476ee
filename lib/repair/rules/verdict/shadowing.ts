import { type DiffEntry, newPath } from './diff.ts';
import { foldPath } from '#base/fold-path.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { DiffRules } from './rules.ts';

/** No change may bring what is loaded in place of what is installed. */
export function judgeShadowing(
  diff: readonly DiffEntry[],
  { existingPaths, toolModules }: DiffRules,
): readonly Rejection[] {
  const packages = diff
    .filter(({ path, newMode }) => newMode !== null && ofNode.test(foldPath(path)))
    .map(({ path }) => rejectShadow(path, 'the packages that are installed'));
  return [...packages, ...modulesShadowed(diff, existingPaths, toolModules)];
}

// Node looks for packages in such a folder beside each file and above it.
const ofNode = /(?:^|\/)node_modules(?:\/|$)/;

function rejectShadow(path: string, what: string): Rejection {
  return rejectPath(
    'MODULE_SHADOWED',
    path,
    (shown) =>
      `${shown} would be loaded in place of ${what}; leave it out, or give it another name.`,
  );
}

/**
 * Tools of Python look for modules first where the code lies. In a package a module has the name of the package before
 * its own, so nothing is mistaken for it.
 */
function modulesShadowed(
  diff: readonly DiffEntry[],
  existingPaths: readonly string[],
  toolModules: ReadonlySet<string>,
): readonly Rejection[] {
  const before = new Set(existingPaths);
  const made = diff.filter((entry) => newPath(entry) !== undefined);
  const after = new Set([...before, ...made.map(({ path }) => path)]);
  return made.flatMap((entry) => {
    const module = importedModule(entry);
    if (module === undefined || !toolModules.has(module.name)) return [];
    if (isInPythonPackage(module.folder, before, after) || wasThere(module, before)) return [];
    return rejectShadow(entry.path, `the module ${module.name}, which the tools use`);
  });
}

interface Module {
  /** With a slash at its end, unless it is the root. */
  readonly folder: string;
  readonly name: string;
}

/** What Python imports by looking into a folder; a link may lead to a package. */
function importedModule({ path, newMode }: DiffEntry): Module | undefined {
  const isLink = newMode === '120000';
  if (!isLink && !path.endsWith('.py')) return undefined;
  const place = path.replace(/(?:\/__init__)?\.py$/, '');
  const at = place.lastIndexOf('/') + 1;
  return { folder: place.slice(0, at), name: place.slice(at) };
}

function wasThere({ folder, name }: Module, before: ReadonlySet<string>): boolean {
  return before.has(`${folder}${name}.py`) || before.has(`${folder}${name}/__init__.py`);
}

/** One that only now became a package is still looked into by tools that know it as a place of modules. */
function isInPythonPackage(
  folder: string,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): boolean {
  if (folder === '') return false;
  const isNew = ![...before].some((path) => path.startsWith(folder));
  return (isNew ? after : before).has(`${folder}__init__.py`);
}
