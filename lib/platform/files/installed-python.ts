import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { InstalledTool } from '#check/needs/installed.ts';
import { programStamp } from './installed-binary.ts';
import { digestFile, readSmallFile } from './small-files.ts';

/** A module of a virtual environment, with all that is installed beside it. */
export function findPythonModule(
  interpreter: string,
  module: string,
  place: { readonly repository: string; readonly cwd: string },
): InstalledTool | undefined {
  const python = interpreter.includes('/') ? resolve(place.cwd, interpreter) : undefined;
  if (python === undefined || statSync(python, { throwIfNoEntry: false }) === undefined)
    return undefined;
  const environment = dirname(dirname(python));
  const settings = readSmallFile(join(environment, 'pyvenv.cfg'));
  // What the system installs has many places, and no record that is the same everywhere.
  if (settings === undefined || seesSystem.test(settings)) {
    return undefined;
  }
  const packages = sitePackages(environment).map((folder) =>
    readPackages(folder, place.repository),
  );
  if (packages.length === 0 || packages.includes(undefined)) return undefined;
  const stamp = JSON.stringify([programStamp(realpathSync(python)), settings, packages]);
  return {
    stamp,
    version: findModuleVersion(
      module,
      packages.flatMap((one) => one ?? []),
    ),
  };
}

/** The folders of a virtual environment in which packages are installed, absolute. */
export function sitePackages(environment: string): readonly string[] {
  const lib = join(environment, 'lib');
  return listNames(lib)
    .filter((name) => name.startsWith('python'))
    .map((name) => join(lib, name, 'site-packages'));
}

/** Names of what is installed in a virtual environment; undefined: it sees what the system has as well. */
export function packagesIn(environment: string): ReadonlySet<string> | undefined {
  const settings = readSmallFile(join(environment, 'pyvenv.cfg'));
  if (settings === undefined || seesSystem.test(settings)) return undefined;
  const names = sitePackages(environment).flatMap((folder) =>
    listNames(folder).flatMap((name) => /^(.+?)-[^-]+\.(?:dist|egg)-info$/.exec(name)?.[1] ?? []),
  );
  return new Set(names.map((name) => name.replaceAll(/[-_.]+/g, '-').toLowerCase()));
}

const seesSystem = /^include-system-site-packages\s*=\s*true/im;

type Entry = readonly [name: string, digest: string | null];

/** A record names every installed file with its digest; a path file lengthens the search for modules. */
function readPackages(folder: string, repository: string): readonly Entry[] | undefined {
  const entries = listNames(folder);
  if (entries.some((name) => isWorkElsewhere(join(folder, name), repository))) return undefined;
  return entries.map((name) => [name, digestPackageEntry(join(folder, name))]);
}

function digestPackageEntry(entry: string): string | null {
  if (entry.endsWith('.dist-info')) return digestFile(join(entry, 'RECORD')) ?? null;
  return /\.(?:pth|py)$/.test(entry) ? (digestFile(entry) ?? null) : null;
}

const origin = z.object({
  url: z.string(),
  dir_info: z.object({ editable: z.boolean().optional() }).optional(),
});

/** An editable installation of a folder outside of the repository changes without being installed anew. */
function isWorkElsewhere(distInfo: string, repository: string): boolean {
  if (!distInfo.endsWith('.dist-info')) return false;
  const text = readSmallFile(join(distInfo, 'direct_url.json'));
  if (text === undefined) return false;
  const { url, dir_info: folder } = origin.parse(JSON.parse(text));
  if (folder?.editable !== true) return false;
  if (!url.startsWith('file:')) return true;
  const path = fileURLToPath(url);
  return [repository, realpathSync(repository)].every((top) =>
    relative(top, path).startsWith('..'),
  );
}

function findModuleVersion(module: string, entries: readonly Entry[]): string | null {
  const found = entries
    .map(([name]) => /^(.+)-([^-]+)\.dist-info$/.exec(name))
    .find((match) => match?.[1]?.replaceAll(/[-_.]+/g, '_').toLowerCase() === module);
  return found?.[2] ?? null;
}

/** The names in a folder; none where there is no folder. */
export function listNames(folder: string): readonly string[] {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true ? readdirSync(folder).toSorted() : [];
}
