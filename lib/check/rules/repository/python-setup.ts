import { tableIn, valueIn } from '#base/data.ts';
import { type DevelopmentNeeds, expandGroups, findDevelopmentNeeds } from './development-needs.ts';
import { fromRoot, type RepositoryFacts, within } from './facts.ts';
import { detectPython, type PythonProfile } from './python.ts';
import type { SetupCommand } from './setup-command.ts';
import { findWantedPython } from './wanted-versions.ts';

/** Installs the Python side of a root for those who work on it: by its manager, or else by pip into an environment beside it. */
export function planPythonSetup(facts: RepositoryFacts, root: string): readonly SetupCommand[] {
  const profile = detectPython(facts, root);
  const { manager, home, hasUvLock, because } = profile;
  const manifest = facts.manifests.get(within(home, 'pyproject.toml'));
  const needs = findDevelopmentNeeds(facts, home);
  if (manager === 'uv') {
    // Without --frozen the lock file would be brought up to date in passing.
    const run = ['uv', 'sync', ...(hasUvLock ? ['--frozen'] : []), ...askUv(manifest, needs)];
    return [{ run, cwd: home, env: {}, because }];
  }
  if (manager === 'poetry') {
    // Else the environment would be shared by all copies of the repository.
    const env = { POETRY_VIRTUALENVS_IN_PROJECT: 'true' };
    const run = ['poetry', 'install', '--no-interaction', ...askPoetry(manifest, needs)];
    return [{ run, cwd: home, env, because }];
  }
  return setupByLock(facts, root) ?? setupByPip(facts, profile);
}

/** uv installs the group `dev` by itself; what conflicts with each other cannot be installed together. */
function askUv(manifest: unknown, { extras, groups }: DevelopmentNeeds): readonly string[] {
  if (valueIn(manifest, 'tool', 'uv', 'conflicts') !== undefined) return [];
  const known = tableIn(manifest, 'dependency-groups');
  const others = groups.filter((name) => name !== 'dev' && Object.hasOwn(known, name));
  return [
    ...extras.flatMap((name) => ['--extra', name]),
    ...others.flatMap((name) => ['--group', name]),
  ];
}

/** poetry installs all groups but the optional ones. */
function askPoetry(manifest: unknown, { extras, groups }: DevelopmentNeeds): readonly string[] {
  return [
    ...extras.flatMap((name) => ['--extras', name]),
    ...groups.flatMap((name) =>
      valueIn(manifest, 'tool', 'poetry', 'group', name, 'optional') === true
        ? ['--with', name]
        : [],
    ),
  ];
}

/** Managers that only their lock files tell of; both are told to make the environment where it is looked for. */
function setupByLock(
  { files }: RepositoryFacts,
  root: string,
): readonly SetupCommand[] | undefined {
  const [pdm, pipenv] = [within(root, 'pdm.lock'), within(root, 'Pipfile.lock')];
  if (files.has(pdm)) {
    const env = { PDM_CHECK_UPDATE: 'false', PDM_VENV_IN_PROJECT: 'true' };
    const run = ['pdm', 'install', '--frozen-lockfile'];
    return [{ run, cwd: root, env, because: `${pdm} belongs to pdm` }];
  }
  if (!files.has(pipenv)) return undefined;
  const env = { PIPENV_VENV_IN_PROJECT: '1' };
  return [
    { run: ['pipenv', 'sync', '--dev'], cwd: root, env, because: `${pipenv} belongs to pipenv` },
  ];
}

function setupByPip(facts: RepositoryFacts, profile: PythonProfile): readonly SetupCommand[] {
  const { root } = profile;
  const { extras, groups, packages, lists } = findDevelopmentNeeds(facts, root);
  const built = packageFile(facts, root);
  const manifest = facts.manifests.get(within(root, 'pyproject.toml'));
  const more = [...expandGroups(manifest, groups), ...(built === undefined ? [] : packages)];
  const [first] = [...lists, ...(built === undefined ? [] : [built])];
  if (first === undefined) return [];
  const environment = environmentPath(facts, profile);
  const install = [`${environment}/bin/python`, '-m', 'pip', 'install'];
  const step = { cwd: root, env: { PIP_DISABLE_PIP_VERSION_CHECK: '1', PIP_NO_INPUT: '1' } };
  const make = [choosePython(facts, root), '-m', 'venv', environment];
  // In one command, so that pip can settle on versions that fit all of them.
  const all = lists.flatMap((path) => ['-r', fromRoot(path, root)]);
  const itself = extras.length === 0 ? '.' : `.[${extras.join(',')}]`;
  return [
    { run: make, cwd: root, env: {}, because: `${first} needs an environment` },
    ...(lists.length === 0
      ? []
      : [{ ...step, run: [...install, ...all], because: `${lists.join(', ')} is there` }]),
    ...(built === undefined
      ? []
      : [
          {
            ...step,
            run: [...install, ...more, '-e', itself],
            because: `${built} makes it a package`,
          },
        ]),
  ];
}

/** The interpreter that the project names to the second digit, where the machine has it under that name. */
function choosePython(facts: RepositoryFacts, root: string): string {
  const wanted = findWantedPython(facts, root);
  const name = `python${wanted?.minor}`;
  return wanted !== undefined && facts.programs?.has(name) === true ? name : 'python3';
}

function packageFile(facts: RepositoryFacts, root: string): string | undefined {
  const [manifest, script] = [within(root, 'pyproject.toml'), within(root, 'setup.py')];
  if (valueIn(facts.manifests.get(manifest), 'build-system') !== undefined) return manifest;
  return facts.files.has(script) ? script : undefined;
}

/** Where a copy of the repository will look for it; one outside of the repository is not the copy's. */
function environmentPath({ environments }: RepositoryFacts, { root, venvPath }: PythonProfile) {
  return venvPath !== null && environments.has(venvPath) ? fromRoot(venvPath, root) : '.venv';
}
