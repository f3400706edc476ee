import { constants, copyFile, lstat, mkdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { foldPath, isGitFolder } from '#base/fold-path.ts';
import { type CopyPlaces, linkModules } from './copy-modules.ts';

/** Links folders of the repository into a copy, and copies single files; answers with those that are there and in nobody's place. */
export async function linkFolders(
  at: CopyPlaces,
  folders: readonly string[],
  taken: readonly string[],
): Promise<readonly string[]> {
  const made: string[] = [];
  const places = taken.map((path) => foldPath(path));
  for (const folder of folders.map((path) => normalize(path).replace(/\/$/, '')).toSorted()) {
    const own = foldPath(folder);
    if (!staysInside(folder) || places.some((place) => overlaps(place, own))) continue;
    if (!(await bring(at, folder))) continue;
    made.push(folder);
    places.push(own);
  }
  return made;
}

/** Whether there was something to bring. */
async function bring(at: CopyPlaces, path: string): Promise<boolean> {
  const [from, to] = [join(at.from, path), join(at.to, path)];
  const isFolder = (await stat(from).catch(() => undefined))?.isDirectory() === true;
  if (!isFolder && !(await isPlainFile(from))) return false;
  await mkdir(dirname(to), { recursive: true });
  if (!isFolder) await copyFile(from, to, constants.COPYFILE_FICLONE);
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

function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
