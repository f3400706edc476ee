import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pythonTools } from '../support/python-tools.ts';

/** The tools of the sample, in folders that stand in for its `node_modules` and `.venv`. */
export interface Tools {
  readonly node: string;
  /** Absent where the Python tools could not be installed. */
  readonly python: string | undefined;
  /** Why they could not. */
  readonly without: string | undefined;
}

const support = join(import.meta.dirname, '../support');
const modules = resolve(import.meta.dirname, '../../node_modules');

/** Gathers the packages that are installed here, and installs the Python tools once for all demos and tests. */
export async function gatherTools(folder: string): Promise<Tools> {
  const node = join(folder, 'node_modules');
  await mkdir(node);
  for (const name of ['oxlint', 'typescript', 'vitest']) {
    await symlink(join(modules, name), join(node, name));
  }
  return { node, ...(await gatherPython()) };
}

async function gatherPython(): Promise<Omit<Tools, 'node'>> {
  const requirements = join(support, 'python/engines.txt');
  const cache = join(support, '../../.cache/python');
  try {
    const { bin } = await pythonTools({ base: 'python3', requirements, cache });
    return { python: dirname(bin), without: undefined };
  } catch (error) {
    const without = error instanceof Error ? error.message : String(error);
    return { python: undefined, without };
  }
}

/** The commands that bring the tools into a checkout; an operator would install them. */
export function linkingCommands({
  node,
  python,
}: Tools): readonly (readonly [string, ...string[]])[] {
  return [
    ['ln', '-s', node, 'node_modules'],
    ...(python === undefined ? [] : [['ln', '-s', python, '.venv'] as const]),
  ];
}
