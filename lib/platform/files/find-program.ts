import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from '#config/env.ts';

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

/** Where `go install` and `cargo install` put programs, be it on the path or not. */
export function userProgramFolders(env: Environment): readonly string[] {
  const { GOBIN, GOPATH, CARGO_HOME, HOME } = env;
  const home = HOME === undefined || HOME === '' ? [] : [HOME];
  const folders = [
    ...(GOBIN ? [GOBIN] : []),
    ...(GOPATH ? GOPATH.split(delimiter) : home.map((one) => join(one, 'go'))).map((one) =>
      join(one, 'bin'),
    ),
    ...(CARGO_HOME ? [CARGO_HOME] : home.map((one) => join(one, '.cargo'))).map((one) =>
      join(one, 'bin'),
    ),
  ];
  return folders.filter(isAbsolute);
}
