import { mkdir, stat, symlink } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize } from 'node:path';
import { foldPath, isGitFolder } from '#domain/enforce/fold-path.ts';

/** Links folders of the repository into a copy; answers with those that are there and in nobody's place. */
export async function linkFolders(
  { from, to }: { readonly from: string; readonly to: string },
  folders: readonly string[],
  taken: readonly string[],
): Promise<readonly string[]> {
  const made: string[] = [];
  const places = taken.map((path) => foldPath(path));
  for (const folder of folders.map((path) => normalize(path).replace(/\/$/, '')).toSorted()) {
    if (!staysInside(folder) || places.some((place) => overlaps(place, foldPath(folder)))) continue;
    const found = await stat(join(from, folder)).catch(() => undefined);
    if (found?.isDirectory() !== true) continue;
    await mkdir(dirname(join(to, folder)), { recursive: true });
    await symlink(join(from, folder), join(to, folder));
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
