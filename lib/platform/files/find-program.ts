import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** The first of these programs that is on the path, absolute; names go before folders. */
export async function findOnPath(
  names: readonly string[],
  path: string,
): Promise<string | undefined> {
  // A relative folder would be one of whatever repository we are in.
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  for (const name of names) {
    for (const folder of folders) {
      const file = join(folder, name);
      if (await isExecutable(file)) return file;
    }
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
