import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const modules = resolve('node_modules');

/** The settings of an agent that knows how to repair the shops. */
export const shopAgent = {
  RATCHETR_AGENTS_SETTINGS: JSON.stringify({
    command: { command: [process.execPath, join(fixtures, 'programs/repair-shop.mjs')] },
  }),
};

interface Shop {
  /** What is on the base branch; everything else is the change. */
  readonly frame: readonly string[];
  readonly provide: (root: string) => Promise<void>;
}

const shops = {
  'python-shop': {
    frame: ['.gitignore', 'README.md', 'pyproject.toml', 'ratchetr.yaml', 'shop/__init__.py'],
    provide: linkEnvironment,
  },
  'ts-shop': {
    frame: ['.gitignore', 'README.md', 'package.json', 'ratchetr.yaml', 'tsconfig.json'],
    provide: linkModules,
  },
} satisfies Readonly<Record<string, Shop>>;

/** A repository on a branch that adds a whole shop to its base, with much that is wrong, and the real tools. */
export async function plantShop(name: keyof typeof shops): Promise<GitRepository> {
  const { frame, provide } = shops[name];
  const files = await filesOf(join(fixtures, 'projects', name));
  const isFrame = ([path]: readonly [string, string]) => frame.includes(path);
  const repository = await gitRepository(Object.fromEntries(files.filter(isFrame)));
  repository.git('checkout', '-qb', 'feature');
  await repository.write(Object.fromEntries(files));
  repository.commit('Open the shop');
  await provide(repository.root);
  return repository;
}

/** Puts packages of this project in the place of those of the repository. */
export async function linkModules(
  root: string,
  names: readonly string[] = ['eslint', 'oxlint', 'typescript', 'vitest'],
): Promise<void> {
  const folder = join(root, 'node_modules');
  await mkdir(folder);
  for (const name of names) {
    await symlink(join(modules, name), join(folder, name));
  }
}

async function filesOf(folder: string): Promise<readonly (readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [relative(folder, path).replace(/\.txt$/, ''), await readFile(path, 'utf8')] as const;
    }),
  );
}
