import * as z from 'zod';
import { findUpward, folderOf, type RepositoryFacts, upward, within } from './facts.ts';
import { findWantedPython } from './wanted-versions.ts';
import { environmentOfPoetry, environmentOfTests } from './kept-environments.ts';

export type PythonManager = 'uv' | 'poetry' | 'venv' | 'system';

/** How the Python side of a root is kept. */
export interface PythonProfile {
  readonly root: string;
  readonly manager: PythonManager;
  /** Folder whose lock file or manifest it is: the root or one above. */
  readonly home: string;
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
  const hasUvLock = findUpward(facts, root, ['uv.lock']) !== undefined;
  const hasPoetryLock = findUpward(facts, root, ['poetry.lock']) !== undefined;
  const locks = { root, hasUvLock, hasPoetryLock };
  const managed = upward(root).flatMap((folder) => findManager(facts, folder))[0];
  const found = findEnvironment(facts, root);
  if (managed !== undefined) {
    const { manager, path } = managed;
    const home = folderOf(path);
    const own = manager === 'uv' ? environmentOfUv(facts, home) : (found ?? ofPoetry(facts, home));
    const venvPath = own ?? environmentOfTests(facts, root)?.path ?? null;
    return { ...locks, home, manager, venvPath, because: `${path} belongs to ${manager}` };
  }
  if (found !== undefined) {
    const because = `${found} is an environment`;
    return { ...locks, home: root, manager: 'venv', venvPath: found, because };
  }
  if (facts.virtualEnv !== undefined) {
    const because = 'VIRTUAL_ENV names an environment';
    return { ...locks, home: root, manager: 'venv', venvPath: facts.virtualEnv, because };
  }
  const only = upward(root).flatMap((folder) => onlyEnvironmentIn(facts, folder))[0];
  if (only !== undefined) {
    const because = `${only} is the only environment there`;
    return { ...locks, home: root, manager: 'venv', venvPath: only, because };
  }
  const ran = environmentOfTests(facts, root);
  if (ran !== undefined) {
    const because = `${ran.by} keeps the environment ${ran.name} for it`;
    return { ...locks, home: root, manager: 'venv', venvPath: ran.path, because };
  }
  const because = 'no lock file and no environment was found';
  return { ...locks, home: root, manager: 'system', venvPath: null, because };
}

/** Always explicit: never a program that happens to be first on the path. */
export function pythonInvocation({ manager, venvPath }: PythonProfile): PythonInvocation {
  if (venvPath !== null) return { mode: 'interpreter', python: `${venvPath}/bin/python` };
  if (manager === 'uv') return { mode: 'tool-runner', argv: ['uv', 'run', '--no-sync', 'python'] };
  if (manager === 'poetry') return { mode: 'tool-runner', argv: ['poetry', 'run', 'python'] };
  return { mode: 'interpreter', python: 'python3' };
}

/** The environment that counts as switched on: that of the root, and not one that the caller happens to be in. */
export function activeEnvironment(
  { virtualEnv }: RepositoryFacts,
  { manager, venvPath }: PythonProfile,
): string | undefined {
  if (venvPath !== null) return venvPath;
  // poetry keeps to the one that is switched on; uv never does.
  return manager === 'uv' ? undefined : virtualEnv;
}

/** Where a root is judged by another Python than the one that it names: what the environment was made by, in a sentence. */
export function explainOtherPython(facts: RepositoryFacts, root: string): string | undefined {
  const wanted = findWantedPython(facts, root);
  const { venvPath } = detectPython(facts, root);
  const own = venvPath === null ? undefined : facts.pythons?.get(venvPath);
  if (wanted === undefined || own === undefined || `${own}.`.startsWith(`${wanted.minor}.`))
    return undefined;
  return `${wanted.at} asks for Python ${wanted.minor}, and ${venvPath} was made by ${own}, under which tools and tests run; make it anew by the other.`;
}

interface Managed {
  readonly manager: 'uv' | 'poetry';
  /** What shows it. */
  readonly path: string;
}

/** What one folder says; a lock file of uv or its table is a later choice than that of poetry. */
function findManager(facts: RepositoryFacts, folder: string): readonly Managed[] {
  const manifest = within(folder, 'pyproject.toml');
  const parsed = pyproject.safeParse(facts.manifests.get(manifest));
  const tables = parsed.success ? (parsed.data.tool ?? {}) : {};
  return (['uv', 'poetry'] as const).flatMap((manager) => {
    const lock = within(folder, `${manager}.lock`);
    if (facts.files.has(lock)) return [{ manager, path: lock }];
    return tables[manager] === undefined ? [] : [{ manager, path: manifest }];
  });
}

function findEnvironment(facts: RepositoryFacts, root: string): string | undefined {
  return upward(root).flatMap((folder) => environmentIn(facts, folder))[0];
}

function environmentIn({ environments }: RepositoryFacts, folder: string): readonly string[] {
  const paths = environmentNames.map((name) => within(folder, name));
  return paths.filter((path) => environments.has(path)).slice(0, 1);
}

/** People choose other names as well; of several such environments none can be chosen. */
function onlyEnvironmentIn({ environments }: RepositoryFacts, folder: string): readonly string[] {
  const all = [...environments].filter((path) => folderOf(path) === folder);
  return all.length === 1 ? all : [];
}

/** Poetry keeps to the one that is switched on. */
function ofPoetry(facts: RepositoryFacts, home: string): string | undefined {
  return facts.virtualEnv === undefined ? environmentOfPoetry(facts, home) : undefined;
}

/** Where uv made no environment yet, all that it starts would fail, so any other environment is better. */
function environmentOfUv(facts: RepositoryFacts, home: string): string | undefined {
  const { uvProjectEnvironment: named, virtualEnv } = facts;
  if (named !== undefined && isKnownEnvironment(facts, named)) return named;
  // A member of a workspace shares the environment of the whole.
  const lock = findUpward(facts, home, ['uv.lock']);
  const folders = lock === undefined ? [home] : [home, folderOf(lock)];
  return folders.flatMap((folder) => environmentIn(facts, folder))[0] ?? virtualEnv;
}

/** An absolute path that the caller names lies outside of the repository, so it is not verified. */
function isKnownEnvironment(facts: RepositoryFacts, path: string): boolean {
  return path.startsWith('/') || facts.environments.has(path);
}
