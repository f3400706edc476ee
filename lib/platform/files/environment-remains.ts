import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { parseJson } from '#base/json.ts';
import type { EnvironmentSeal } from '#check/rules/environment/seal.ts';
import { listNames, sitePackages } from './installed-python.ts';
import { readSmallFile } from './small-files.ts';

type Remains = Pick<EnvironmentSeal, 'files' | 'holdsProject' | 'links'>;

/** Folders of dependencies, by their names: copies share them. Every other folder that set-up made is copied, file by file. */
const dependencyFolders: ReadonlySet<string> = new Set([
  '.eggs',
  '.hatch',
  '.nox',
  '.tox',
  'node_modules',
  'vendor',
]);

/** What set-up left where it built, once the files of the tree are gone. */
export function readRemains(folder: string): Remains {
  const links: string[] = [];
  const files: string[] = [];
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isFile()) files.push(path);
      else if (isShared(folder, path, entry)) links.push(path);
      else if (entry.isDirectory()) walk(path);
    }
  };
  walk('');
  return { links, files, holdsProject: links.some((path) => holdsProject(folder, path)) };
}

function isShared(folder: string, path: string, entry: Dirent): boolean {
  const full = join(folder, path);
  // A link to a folder leads to one that people keep elsewhere.
  if (entry.isSymbolicLink()) {
    return statSync(full, { throwIfNoEntry: false })?.isDirectory() === true;
  }
  if (!entry.isDirectory()) return false;
  return dependencyFolders.has(entry.name) || readSmallFile(join(full, 'pyvenv.cfg')) !== undefined;
}

const origin = z.object({
  url: z.string(),
  dir_info: z.object({ editable: z.boolean().optional() }),
});

/** Whether a Python environment has a folder of the project installed as a copy, which no edit would change. */
function holdsProject(folder: string, environment: string): boolean {
  return sitePackages(join(folder, environment)).some((packages) =>
    listNames(packages).some((name) => {
      if (!name.endsWith('.dist-info')) return false;
      const text = readSmallFile(join(packages, name, 'direct_url.json'));
      const { data } = origin.safeParse(text === undefined ? undefined : parseJson(text));
      if (data === undefined || data.dir_info.editable === true) return false;
      if (!data.url.startsWith('file:')) return false;
      return !relative(folder, fileURLToPath(data.url)).startsWith('..');
    }),
  );
}
