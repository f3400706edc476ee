import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

const modules = resolve(import.meta.dirname, '../../../node_modules');
const packages = ['eslint', 'jest', 'pyright', 'typescript', 'vitest'];
const programs = ['eslint', 'jest', 'pyright', 'tsc', 'vitest'];

/** Puts the tools of this project in the place of those that a repository would install. */
export async function linkTools(folder: string): Promise<void> {
  for (const name of [...packages, ...programs.map((program) => `.bin/${program}`)]) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(join(modules, name), place);
  }
}
