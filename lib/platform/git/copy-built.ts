import { readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import * as z from 'zod';
import { parseJson } from '#base/json.ts';
import { inWorkTree, type GitFolder, tryIn, type WorkTree } from './git-folder.ts';

export interface PackageFolders {
  /** Absolute. */
  readonly repository: string;
  readonly copy: WorkTree;
}

/** Whether a package is made of files that were built in the repository and that git ignores, so that no copy has them. */
export async function isBuiltPackage(
  own: GitFolder,
  { repository, copy }: PackageFolders,
  /** The folder of the package, relative. */
  folder: string,
): Promise<boolean> {
  const built: string[] = [];
  for (const name of await listNamedFiles(join(copy.folder, folder))) {
    const path = join(folder, name);
    if ((await canBeLoaded(repository, path)) && !(await canBeLoaded(copy.folder, path)))
      built.push(path);
  }
  if (built.length === 0) return false;
  const { code } = await tryIn(inWorkTree(own, copy), ['check-ignore', '--quiet', '--', ...built]);
  return code === 0;
}

const named = z.unknown().optional();
const packageManifest = z.looseObject({
  main: named.describe('The file that is loaded where nothing else is asked for.'),
  module: named.describe('The same as a module.'),
  types: named.describe('Where its types are.'),
  typings: named.describe('Where its types are, by an older name.'),
  exports: named.describe('What can be loaded, by name and condition.'),
  bin: named.describe('Its commands.'),
});

/** What a package says that others load or run of it. */
async function listNamedFiles(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  const manifest = packageManifest.safeParse(parseJson(text));
  if (!manifest.success) return [];
  const { main, module, types, typings, exports, bin } = manifest.data;
  const names = [main, module, types, typings, exports, bin].flatMap((value) =>
    collectTexts(value),
  );
  // A pattern stands for all that lies in its folder.
  const paths = names.map((name) => normalize(name.replace(/[^/]*\*.*$/, '')));
  return [...new Set(paths)].filter((path) => path !== '.' && !path.startsWith('..'));
}

function collectTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((one) => collectTexts(one));
}

/** As they are looked for: the ending may be left out. */
async function canBeLoaded(root: string, path: string): Promise<boolean> {
  for (const ending of ['', '.js', '/index.js']) {
    if (await stat(join(root, path + ending)).catch(() => undefined)) return true;
  }
  return false;
}
