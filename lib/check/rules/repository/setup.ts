import * as z from 'zod';
import { folderOf, fromRoot, type RepositoryFacts, within } from './facts.ts';
import { detectNode, type NodeProfile } from './node.ts';
import { detectPython, type PythonProfile } from './python.ts';

/** A command that prepares a fresh copy of the repository, and why it is one. */
export interface SetupCommand {
  readonly run: readonly string[];
  /** Relative to the repository. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly because: string;
  /** Longest run; absent: the usual one. */
  readonly timeoutMs?: number;
}

export interface SetupInput {
  /** Where engines run. */
  readonly roots: readonly string[];
  /** Commands that the configuration lists: they stand in place of all that would be found. */
  readonly configured: readonly (Pick<SetupCommand, 'run' | 'cwd'> & {
    /** Milliseconds. */
    readonly timeout?: number;
  })[];
}

/** What is to be run, in this order, before the engines can: as configured, else as the lock files and manifests say. */
export function planSetup(
  facts: RepositoryFacts,
  { roots, configured }: SetupInput,
): readonly SetupCommand[] {
  if (configured.length > 0) {
    return configured.map(({ run, cwd, timeout }) => ({
      run,
      cwd,
      env: {},
      because: 'setup lists it',
      ...(timeout !== undefined && { timeoutMs: timeout }),
    }));
  }
  const commands = [...new Set(roots)].flatMap((root) => [
    ...planPythonSetup(facts, root),
    ...planNodeSetup(facts, root),
  ]);
  // The packages of a workspace are installed together.
  return [...new Map(commands.map((one) => [JSON.stringify([one.cwd, one.run]), one])).values()];
}

/** Installs the Python side of a root, by its manager or else by pip into an environment beside it. */
function planPythonSetup(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
  const profile = detectPython(facts, root);
  const { manager, home, hasUvLock, because } = profile;
  if (manager === 'uv') {
    // Without it the lock file would be brought up to date in passing.
    const run = ['uv', 'sync', ...(hasUvLock ? ['--frozen'] : [])];
    return [{ run, cwd: home, env: {}, because }];
  }
  if (manager === 'poetry') {
    // Else the environment would be shared by all copies of the repository.
    const env = { POETRY_VIRTUALENVS_IN_PROJECT: 'true' };
    return [{ run: ['poetry', 'install', '--no-interaction'], cwd: home, env, because }];
  }
  return setupByPip(facts, profile);
}

function setupByPip(facts: RepositoryFacts, profile: PythonProfile): readonly SetupCommand[] {
  const { root } = profile;
  const lists = requirementsOf(facts, root);
  const built = packageFile(facts, root);
  const needs = [...lists, ...(built === undefined ? [] : [built])];
  const [first] = needs;
  if (first === undefined) return [];
  const environment = environmentPath(facts, profile);
  const install = [`${environment}/bin/python`, '-m', 'pip', 'install'];
  const step = { cwd: root, env: { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' } };
  const make = ['python3', '-m', 'venv', environment];
  const all = lists.flatMap((path) => ['-r', fromRoot(path, root)]);
  return [
    { run: make, cwd: root, env: {}, because: `${first} needs an environment` },
    ...(lists.length === 0
      ? []
      : [{ ...step, run: [...install, ...all], because: `${lists.join(', ')} is there` }]),
    ...(built === undefined
      ? []
      : [{ ...step, run: [...install, '-e', '.'], because: `${built} makes it a package` }]),
  ];
}

/** In one command, so that pip can settle on versions that fit all of them. */
function requirementsOf({ files }: RepositoryFacts, root: string): readonly string[] {
  return [...files]
    .filter((path) => folderOf(path) === root && /(?:^|\/)requirements[^/]*\.txt$/.test(path))
    .toSorted();
}

const pyproject = z.looseObject({ 'build-system': z.looseObject({}) });

function packageFile(facts: RepositoryFacts, root: string): string | undefined {
  const [manifest, script] = [within(root, 'pyproject.toml'), within(root, 'setup.py')];
  if (pyproject.safeParse(facts.manifests.get(manifest)).success) return manifest;
  return facts.files.has(script) ? script : undefined;
}

/** Where a copy of the repository will look for it; one outside of the repository is not the copy's. */
function environmentPath({ environments }: RepositoryFacts, { root, venvPath }: PythonProfile) {
  return venvPath !== null && environments.has(venvPath) ? fromRoot(venvPath, root) : '.venv';
}

/** Installs the packages of a root, exactly those of its lock file where there is one. */
function planNodeSetup(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
  const profile = detectNode(facts, root);
  if (profile === undefined) return [];
  const { home, lock } = profile;
  const because = lock === undefined ? profile.because : `${lock} belongs to ${profile.manager}`;
  return [{ run: [profile.manager, ...installArgs(facts, profile)], cwd: home, env: {}, because }];
}

function installArgs(facts: RepositoryFacts, profile: NodeProfile): readonly string[] {
  const { manager, lock } = profile;
  if (lock === undefined) return ['install'];
  if (manager === 'npm') return ['ci'];
  if (manager === 'yarn' && isBerry(facts, profile)) return ['install', '--immutable'];
  return ['install', '--frozen-lockfile'];
}

/** Yarn 1 has another word for it than all that came after. */
function isBerry(facts: RepositoryFacts, { home, version }: NodeProfile): boolean {
  if (version !== undefined) return !/^[01](?:\.|$)/.test(version);
  return facts.files.has(within(home, '.yarnrc.yml'));
}
