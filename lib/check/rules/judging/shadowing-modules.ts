/** Node looks for packages in such a folder beside each file and above it. */
export const ofNodePackages = /(?:^|\/)node_modules(?:\/|$)/;

interface Module {
  /** With a slash at its end, unless it is the root. */
  readonly folder: string;
  readonly name: string;
}

export interface PathsOfChange {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

/**
 * The module for which a new file is taken by the tools of Python, which look first where the code lies; undefined: for none
 * that is installed. In a package a module has the name of the package before its own, so nothing is mistaken for it.
 */
export function shadowedModule(
  file: { readonly path: string; readonly isLink: boolean },
  installed: ReadonlySet<string>,
  { before, after }: PathsOfChange,
): string | undefined {
  const module = importedModule(file);
  if (module === undefined || !installed.has(module.name)) return undefined;
  if (isInPythonPackage(module.folder, { before, after }) || wasThere(module, before))
    return undefined;
  return module.name;
}

/** What Python imports by looking into a folder; a link may lead to a package. */
function importedModule({
  path,
  isLink,
}: {
  readonly path: string;
  readonly isLink: boolean;
}): Module | undefined {
  if (!isLink && !path.endsWith('.py')) return undefined;
  const place = path.replace(/(?:\/__init__)?\.py$/, '');
  const at = place.lastIndexOf('/') + 1;
  return { folder: place.slice(0, at), name: place.slice(at) };
}

function wasThere({ folder, name }: Module, before: ReadonlySet<string>): boolean {
  return before.has(`${folder}${name}.py`) || before.has(`${folder}${name}/__init__.py`);
}

/** One that only now became a package is still looked into by tools that know it as a place of modules. */
function isInPythonPackage(folder: string, { before, after }: PathsOfChange): boolean {
  if (folder === '') return false;
  const isNew = ![...before].some((path) => path.startsWith(folder));
  return (isNew ? after : before).has(`${folder}__init__.py`);
}
