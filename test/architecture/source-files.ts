import { existsSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Where the code of the product stands; those that do not exist yet are passed over. */
export const PRODUCT_FOLDERS: readonly string[] = ['lib', 'lambdas', 'containers', 'bench'];

/** Every source file below these folders of the tree, as sorted paths with forward slashes. */
export function sourceFiles(root: string, folders: readonly string[]): readonly string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name).replaceAll(sep, '/'),
      ),
    )
    .filter((path) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path))
    .filter((path) => !/(?:^|\/)(?:node_modules|fixtures)\//.test(path))
    .toSorted();
}
