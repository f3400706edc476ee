import * as z from 'zod';
import { folderOf, fromRoot, type RepositoryFacts, within } from './facts.ts';
import { detectPython, type PythonProfile } from './python.ts';
import type { SetupCommand } from './setup-command.ts';

/** Installs the Python side of a root, by its manager or else by pip into an environment beside it. */
export function planPythonSetup(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
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
