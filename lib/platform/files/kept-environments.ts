import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { tableIn, valueIn } from '#base/data.ts';
import { compareVersions } from '#base/version-order.ts';
import type { Environment } from '#config/env.ts';
import {
  type KeptEnvironment,
  type RepositoryFacts,
  within,
} from '#check/rules/repository/facts.ts';
import { listNames } from './installed-python.ts';
import { readSmallFile } from './small-files.ts';

interface Homes {
  /** Absolute path of the repository. */
  readonly root: string;
  /** Folders of it that are projects. */
  readonly homes: readonly string[];
  readonly env: Environment;
}

type Facts = Pick<RepositoryFacts, 'manifests' | 'files'>;

/** Finds the environments that tools keep for the projects of a repository, by the rules by which these place them. */
export function findKeptEnvironments(
  facts: Facts,
  { root, homes, env }: Homes,
): Pick<RepositoryFacts, 'kept' | 'poetryMakesNone'> {
  // Its own places depend on where the folder really lies.
  const real = realpathSync(root);
  const poetry = readPoetrySettings(facts, env);
  const kept = homes.flatMap((home) => [
    ...listOfRunner({ by: 'tox', home, folder: within(home, '.tox'), root }),
    ...listOfRunner({ by: 'nox', home, folder: within(home, '.nox'), root }),
    ...listOfHatch(facts, { home, root, real, env }),
    ...findOfPoetry(facts, { home, real, folder: poetry.folder }),
  ]);
  return { kept, ...(poetry.makesNone && { poetryMakesNone: true }) };
}

interface RunnerFolder extends Pick<KeptEnvironment, 'by' | 'home'> {
  /** Relative to the repository, or absolute. */
  readonly folder: string;
  readonly root: string;
}

/** What begins with a dot is a tool of the runner's own. */
function listOfRunner({ by, home, folder, root }: RunnerFolder): readonly KeptEnvironment[] {
  return listNames(resolve(root, folder))
    .filter((name) => !name.startsWith('.') && isEnvironment(resolve(root, folder, name)))
    .map((name) => ({ by, home, name, path: `${folder}/${name}` }));
}

function isEnvironment(folder: string): boolean {
  return readSmallFile(join(folder, 'pyvenv.cfg')) !== undefined;
}

interface Home {
  readonly home: string;
  /** Of the repository, absolute; and where that leads. */
  readonly root: string;
  readonly real: string;
  readonly env: Environment;
}

function listOfHatch({ manifests }: Facts, { home, root, real, env }: Home) {
  const name = valueIn(manifests.get(within(home, 'pyproject.toml')), 'project', 'name');
  if (typeof name !== 'string') return [];
  const project = name.toLowerCase().replaceAll(/[-_.]+/g, '-');
  const data = dataFolder(env, 'hatch');
  const own = data && `${data}/env/virtual/${project}/${shortHash(join(real, home))}`;
  const folders = [within(home, '.hatch'), ...(own === undefined ? [] : [own])];
  return folders.flatMap((folder) =>
    listOfRunner({ by: 'hatch', home, folder, root }).map((one) =>
      one.name === project ? { ...one, name: 'default' } : one,
    ),
  );
}

interface PoetryPlace {
  readonly home: string;
  readonly real: string;
  /** Where poetry keeps all environments, absolute. */
  readonly folder: string | undefined;
}

/** One for each version of Python, of which it remembers the one in use. */
function findOfPoetry(
  { manifests }: Facts,
  { home, real, folder }: PoetryPlace,
): readonly KeptEnvironment[] {
  const manifest = manifests.get(within(home, 'pyproject.toml'));
  const name = valueIn(manifest, 'project', 'name') ?? valueIn(manifest, 'tool', 'poetry', 'name');
  if (folder === undefined || typeof name !== 'string') return [];
  const plain = name
    .toLowerCase()
    .replaceAll(/[ $`!*@"\\\r\n\t]/g, '_')
    .slice(0, 42);
  const base = `${plain}-${shortHash(join(real, home))}`;
  const used = valueIn(readToml(join(folder, 'envs.toml')), base, 'minor');
  const found = listNames(folder)
    .filter((one) => one.startsWith(`${base}-py`) && isEnvironment(join(folder, one)))
    .toSorted((one, other) => compareVersions(versionOf(other), versionOf(one)));
  const chosen = found.find((one) => versionOf(one) === used) ?? found[0];
  if (chosen === undefined) return [];
  return [{ by: 'poetry', home, name: chosen, path: join(folder, chosen) }];
}

function versionOf(name: string): string {
  return /-py([\d.]+)$/.exec(name)?.[1] ?? '0';
}

/** As poetry and hatch tell folders of one name from each other. */
function shortHash(folder: string): string {
  return createHash('sha256').update(folder).digest('base64url').slice(0, 8);
}

/** The project's own settings go before those of the user, and the environment before both. */
function readPoetrySettings({ manifests }: Facts, env: Environment) {
  const config = env['POETRY_CONFIG_DIR'] ?? join(configFolder(env), 'pypoetry');
  const settings = [manifests.get('poetry.toml'), readToml(join(config, 'config.toml'))];
  const own = (name: string, ...keys: readonly string[]): string => {
    const said = [env[name], ...settings.map((one) => valueIn(one, ...keys))];
    const value = said.find((one) => typeof one === 'string' || typeof one === 'boolean');
    return `${value ?? ''}`.replace(/^~(?=\/)/, env['HOME'] ?? '~');
  };
  const cache = own('POETRY_CACHE_DIR', 'cache-dir') || (cacheFolder(env, 'pypoetry') ?? '');
  const given = own('POETRY_VIRTUALENVS_PATH', 'virtualenvs', 'path') || '{cache-dir}/virtualenvs';
  const folder = given.replace('{cache-dir}', cache);
  return {
    folder: isAbsolute(folder) ? folder : undefined,
    makesNone: /^(?:false|0|no)$/i.test(own('POETRY_VIRTUALENVS_CREATE', 'virtualenvs', 'create')),
  };
}

function readToml(path: string): unknown {
  const text = readSmallFile(path);
  try {
    return tableIn(text === undefined ? {} : parseToml(text));
  } catch {
    return {};
  }
}

const isMac = process.platform === 'darwin';

function cacheFolder({ XDG_CACHE_HOME, HOME }: Environment, name: string): string | undefined {
  if (XDG_CACHE_HOME) return join(XDG_CACHE_HOME, name);
  return HOME ? join(HOME, isMac ? 'Library/Caches' : '.cache', name) : undefined;
}

function dataFolder({ XDG_DATA_HOME, HOME }: Environment, name: string): string | undefined {
  if (XDG_DATA_HOME) return join(XDG_DATA_HOME, name);
  return HOME
    ? join(HOME, isMac ? 'Library/Application Support' : '.local/share', name)
    : undefined;
}

function configFolder({ XDG_CONFIG_HOME, HOME = '' }: Environment): string {
  if (XDG_CONFIG_HOME) return XDG_CONFIG_HOME;
  return join(HOME, isMac ? 'Library/Application Support' : '.config');
}
