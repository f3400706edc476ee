import {
  constants,
  copyFile,
  lstat,
  mkdir,
  stat,
  symlink,
  readdir,
  realpath,
} from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, relative, resolve, sep } from 'node:path';
import { type Dirent, readlinkSync } from 'node:fs';
import { foldersAbove } from '#base/folders-above.ts';
import { isKeptBesidePackages } from '#check/rules/environment/kept-beside-packages.ts';
import { foldPath, isGitFolder } from '#base/fold-path.ts';
import { placeOfEnvironment } from '#check/rules/repository/environment-places.ts';
import { leadsIntoRepository, viewEnvironment } from './copy-environments.ts';

/** Links folders of the repository into a copy, and copies single files; answers with those that exist and take no path of the tree. */
export async function linkFolders(
  at: LinkPaths,
  folders: readonly string[],
  taken: readonly string[],
): Promise<readonly string[]> {
  const made: string[] = [];
  const occupied = new Set(taken.map((path) => foldPath(path)));
  const above = new Set([...occupied].flatMap((path) => foldersAbove(path)));
  for (const path of folders.map((one) => normalize(one).replace(/\/$/, '')).toSorted()) {
    const folder = placeOfEnvironment(path);
    const own = foldPath(folder);
    const isTaken = [own, ...foldersAbove(own)].some((one) => occupied.has(one));
    if (!staysInside(folder) || isTaken || above.has(own)) continue;
    if (!(await bring(at, path, folder))) continue;
    made.push(folder);
    occupied.add(own);
    for (const one of foldersAbove(own)) above.add(one);
  }
  return made;
}

/** Whether there was something to bring; what lies elsewhere is brought where it leads back. */
async function bring(at: LinkPaths, path: string, place: string): Promise<boolean> {
  const [from, to] = [resolve(at.from, path), join(at.to, place)];
  const isFolder = (await stat(from).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder && !(await isPlainFile(from))) return false;
  const environment = { from, to, repository: at.from, copy: at.to };
  const isView = isFolder && leadsIntoRepository(environment);
  if (isAbsolute(path) && !isView) return false;
  await mkdir(dirname(to), { recursive: true });
  if (isView) viewEnvironment(environment);
  else if (!isFolder) await copyFile(from, to, constants.COPYFILE_FICLONE);
  else if (basename(path) === 'node_modules') await linkModules(at, path);
  else await symlink(from, to);
  return true;
}

async function isPlainFile(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isFile() === true;
}

/** A copy leads neither to what is beside the repository nor to its history. */
function staysInside(folder: string): boolean {
  const parts = folder.split('/');
  return (
    folder !== '.' &&
    !isAbsolute(folder) &&
    !parts.some((part) => part === '..' || isGitFolder(part))
  );
}

interface LinkPaths {
  /** The repository and its copy, absolute. */
  readonly from: string;
  readonly to: string;
  /** Whether a package of the repository is as it was installed, and not as its files in the copy are. */
  readonly isBuilt: (folder: string) => Promise<boolean>;
  /** Nobody may write where the packages lie, so what tools keep beside them must come to lie in the copy. */
  readonly isSealed: boolean;
}

/** Shares a folder of packages by one link; where some of them are links to the repository itself, by one link for each, so that those lead to the copy. */
async function linkModules(paths: LinkPaths, folder: string): Promise<void> {
  const { from, to, isSealed } = paths;
  const made = join(to, folder);
  const own = await findOwnPackages(paths, join(from, folder));
  if (own.size === 0 && !isSealed) await symlink(join(from, folder), made);
  else await linkEntries({ from: join(from, folder), to: made, own, root: to });
}

/** Packages whose code is that of the repository: their names, and their folders relative to it. */
async function findOwnPackages(
  { from, isBuilt }: LinkPaths,
  modules: string,
): Promise<ReadonlyMap<string, string>> {
  const repository = await realpath(from);
  const own = new Map<string, string>();
  for (const [name, target] of await listLinks(await realpath(modules))) {
    const path = relative(repository, target);
    const parts = path.split(sep);
    // Links to other paths of the same folder are the way in which some package managers keep it.
    if (parts[0] === '..' || parts.includes('node_modules')) continue;
    if (!(await isBuilt(path))) own.set(name, path);
  }
  return own;
}

/** The links in a folder of packages, each with where it leads, those of its scopes too. */
async function listLinks(
  modules: string,
  scope = '',
): Promise<readonly (readonly [string, string])[]> {
  const folder = join(modules, scope);
  const found: (readonly [string, string])[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = join(scope, entry.name);
    if (entry.isSymbolicLink()) {
      // There may be thousands, and another thread would take ten times as long for each.
      found.push([name, resolve(folder, readlinkSync(join(folder, entry.name)))]);
    } else if (scope === '' && entry.name.startsWith('@') && entry.isDirectory()) {
      found.push(...(await listLinks(modules, entry.name)));
    }
  }
  return found;
}

interface Entries {
  readonly from: string;
  readonly to: string;
  readonly own: ReadonlyMap<string, string>;
  /** The copy. */
  readonly root: string;
}

async function linkEntries({ from, to, own, root }: Entries, scope = ''): Promise<void> {
  await mkdir(join(to, scope));
  const inScopes = new Set([...own.keys()].map((name) => dirname(name)));
  for (const entry of await readdir(join(from, scope), { withFileTypes: true })) {
    const name = join(scope, entry.name);
    if (isKeptBesidePackages(name)) continue;
    const path = own.get(name);
    const [there, here] = [join(from, name), join(to, name)];
    if (path !== undefined) await symlink(join(root, path), here);
    else if (inScopes.has(name)) await linkEntries({ from, to, own, root }, name);
    else if (name === '.bin' && entry.isDirectory()) await linkCommands(there, here);
    else await symlink(there, here);
  }
}

/** A command leads to its package by the way that is written in it. */
async function linkCommands(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    await symlink(readTarget(from, entry), join(to, entry.name));
  }
}

function readTarget(folder: string, entry: Dirent): string {
  const path = join(folder, entry.name);
  return entry.isSymbolicLink() ? readlinkSync(path) : path;
}
