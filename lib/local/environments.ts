import { existsSync, writeFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import type { Environment } from '#config/env.ts';
import type { Environments } from '#check/needs/environments.ts';
import {
  type EnvironmentFolder,
  findEnvironment,
  makeEnvironment,
  pruneEnvironments,
  sealEnvironment,
} from '#platform/files/environments.ts';
import { identifyProgram } from '#platform/files/installed-binary.ts';
import type { GitDeps } from '#platform/git/git.ts';
import { makeWritable, removeFolder } from '#platform/git/remove-folder.ts';
import { listTracked, writeTree } from '#platform/git/source-tree.ts';
import { holdAlone, isHeld } from '#store/sqlite/hold-alone.ts';
import type { System } from './system.ts';

export interface EnvironmentsHost extends GitDeps {
  readonly clock: System['clock'];
}

/** Keeps environments in this folder. */
export function createEnvironments(
  host: EnvironmentsHost,
  { root, env }: { readonly root: string; readonly env: Environment },
): Environments {
  const own: EnvironmentFolder = {
    root,
    clock: host.clock,
    hold: holdAlone,
    isHeld,
    reclaim: (folder) => makeWritable(host, folder),
    remove: (folder) => removeFolder(host, folder),
  };
  const notePath = (name: string): string => join(root, `${name}.sources`);
  return {
    platform: [process.platform, process.arch, process.version].join(' '),
    find: (name) => findEnvironment(own, name),
    isOfSources: async (name) => existsSync(notePath(name)),
    noteOfSources: async (name) => writeFileSync(notePath(name), ''),
    identify: (programs) => programs.map((name) => identifyProgram(name, env['PATH'] ?? '')),
    prune: (mostBytes) => pruneEnvironments(own, mostBytes),
    listFiles: (sources) => listTracked(host, sources),
    begin: async (sources) => {
      const made = makeEnvironment(own, basename(sources.repository));
      const { folder, home, temporary, release } = made;
      const index = join(root, made.id, 'index');
      const remove = async (): Promise<void> => {
        release();
        await removeFolder(host, join(root, made.id));
      };
      try {
        const written = await writeTree(host, sources, { folder, index });
        return {
          folder,
          home,
          temporary,
          variables: variablesOfToolchains(env),
          listChanged: () => written.listChanged(),
          seal: () => sealEnvironment(own, made, new Set(written.paths)),
          remove,
        };
      } catch (error) {
        await remove();
        throw error;
      }
    },
  };
}

/** Where toolchains and the settings of registries lie in the home of a user, by the variable that names the place. */
const placesInHome: Readonly<Record<string, string>> = {
  ASDF_DATA_DIR: '.asdf',
  CARGO_HOME: '.cargo',
  GOPATH: 'go',
  MISE_DATA_DIR: '.local/share/mise',
  NETRC: '.netrc',
  NVM_DIR: '.nvm',
  PIP_CONFIG_FILE: '.config/pip/pip.conf',
  PYENV_ROOT: '.pyenv',
  RUSTUP_HOME: '.rustup',
  UV_CONFIG_FILE: '.config/uv/uv.toml',
  UV_PYTHON_INSTALL_DIR: '.local/share/uv/python',
  VOLTA_HOME: '.volta',
  npm_config_userconfig: '.npmrc',
};

/** A set-up has a home of its own, and still the toolchains and registries that the user chose. */
function variablesOfToolchains(env: Environment): Readonly<Record<string, string>> {
  const home = env['HOME'];
  const found = Object.entries(placesInHome).flatMap(([name, place]) => {
    const chosen = env[name];
    if (chosen !== undefined && isAbsolute(chosen)) return [[name, chosen] as const];
    const path = home === undefined ? undefined : join(home, place);
    return path !== undefined && existsSync(path) ? [[name, path] as const] : [];
  });
  return Object.fromEntries(found);
}
