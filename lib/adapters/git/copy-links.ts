import { mkdir, stat, symlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { foldPath, isGitFolder } from '#domain/enforce/fold-path.ts';
import { type CopyPlaces, linkModules } from './copy-modules.ts';

/** Links folders of the repository into a copy; answers with those that are there and in nobody's place. */
export async function linkFolders(
  at: CopyPlaces,
  folders: readonly string[],
  taken: readonly string[],
): Promise<readonly string[]> {
  const made: string[] = [];
  const places = taken.map((path) => foldPath(path));
  for (const folder of folders.map((path) => normalize(path).replace(/\/$/, '')).toSorted()) {
    if (!staysInside(folder) || places.some((place) => overlaps(place, foldPath(folder)))) continue;
    const found = await stat(join(at.from, folder)).catch(() => undefined);
    if (found?.isDirectory() !== true) continue;
    await mkdir(dirname(join(at.to, folder)), { recursive: true });
    if (basename(folder) === 'node_modules') await linkModules(at, folder);
    else await symlink(join(at.from, folder), join(at.to, folder));
    made.push(folder);
    places.push(foldPath(folder));
  }
  return made;
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
