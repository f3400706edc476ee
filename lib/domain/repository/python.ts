import * as z from 'zod';
import { findUpward, type RepositoryFacts, upward, within } from './facts.ts';

export type PythonManager = 'uv' | 'poetry' | 'venv' | 'system';

/** How the Python side of a root is kept. */
export interface PythonProfile {
  readonly root: string;
  readonly manager: PythonManager;
  readonly hasUvLock: boolean;
  readonly hasPoetryLock: boolean;
  /** Relative to the repository, or absolute where the caller's environment names it; null: none yet. */
  readonly venvPath: string | null;
  /** Why it was taken for this, in one sentence. */
  readonly because: string;
}

/** How to start Python: an interpreter by its path, or a runner that finds one. */
export type PythonInvocation =
  | { readonly mode: 'interpreter'; readonly python: string }
  | { readonly mode: 'tool-runner'; readonly argv: readonly [string, ...string[]] };

const pyproject = z.looseObject({
  tool: z.looseObject({ uv: z.unknown(), poetry: z.unknown() }).partial().optional(),
});

/** Names in the order in which environments are looked for. */
const environmentNames = ['.venv', 'venv', 'env'];

/** Finds the manager by lock files and manifests, nearest to the root first. */
export function detectPython(facts: RepositoryFacts, root: string): PythonProfile {
  const uvLock = findUpward(facts, root, ['uv.lock']);
  const poetryLock = findUpward(facts, root, ['poetry.lock']);
  const locks = { root, hasUvLock: uvLock !== undefined, hasPoetryLock: poetryLock !== undefined };
  const uv = uvLock ?? findTable(facts, root, 'uv');
  if (uv !== undefined) {
    const wanted = facts.uvProjectEnvironment ?? within(folderOf(uv), '.venv');
    const venvPath = isThere(facts, wanted) ? wanted : null;
    return { ...locks, manager: 'uv', venvPath, because: `${uv} belongs to uv` };
  }
  const poetry = poetryLock ?? findTable(facts, root, 'poetry');
  const found = findEnvironment(facts, root);
  if (poetry !== undefined) {
    const because = `${poetry} belongs to poetry`;
    return { ...locks, manager: 'poetry', venvPath: found ?? null, because };
  }
  if (found !== undefined) {
    return { ...locks, manager: 'venv', venvPath: found, because: `${found} is an environment` };
  }
  if (facts.virtualEnv !== undefined) {
    const because = 'VIRTUAL_ENV names an environment';
    return { ...locks, manager: 'venv', venvPath: facts.virtualEnv, because };
  }
  const because = 'no lock file and no environment was found';
  return { ...locks, manager: 'system', venvPath: null, because };
}

/** Always explicit: never a program that happens to be first on the path. */
export function pythonInvocation({ manager, venvPath }: PythonProfile): PythonInvocation {
  if (venvPath !== null) return { mode: 'interpreter', python: `${venvPath}/bin/python` };
  if (manager === 'uv') return { mode: 'tool-runner', argv: ['uv', 'run', '--no-sync', 'python'] };
  if (manager === 'poetry') return { mode: 'tool-runner', argv: ['poetry', 'run', 'python'] };
  return { mode: 'interpreter', python: 'python3' };
}

function findTable(
  facts: RepositoryFacts,
  root: string,
  table: 'uv' | 'poetry',
): string | undefined {
  return upward(root)
    .map((folder) => within(folder, 'pyproject.toml'))
    .find((path) => {
      const parsed = pyproject.safeParse(facts.manifests.get(path));
      return parsed.success && parsed.data.tool?.[table] !== undefined;
    });
}

function findEnvironment(facts: RepositoryFacts, root: string): string | undefined {
  return upward(root)
    .flatMap((folder) => environmentNames.map((name) => within(folder, name)))
    .find((path) => facts.environments.has(path));
}

/** What the caller names by an absolute path is outside of what was looked at, so it is believed. */
function isThere(facts: RepositoryFacts, path: string): boolean {
  return path.startsWith('/') || facts.environments.has(path);
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}
