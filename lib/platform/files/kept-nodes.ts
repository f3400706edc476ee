import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '#config/env.ts';
import type { FoundNode } from '#check/rules/repository/choose-node.ts';
import { folders } from './folders.ts';

interface VersionManager {
  /** The variable that says where it keeps what it manages. */
  readonly variable: string;
  /** Where that is by itself, in the folder of the person. */
  readonly home: string;
  /** Where its versions lie in there, each in a folder of its name. */
  readonly versions: string;
  /** The program in such a folder. */
  readonly program: string;
}

const managers: readonly VersionManager[] = [
  { variable: 'NVM_DIR', home: '.nvm', versions: 'versions/node', program: 'bin/node' },
  {
    variable: 'FNM_DIR',
    home: '.local/share/fnm',
    versions: 'node-versions',
    program: 'installation/bin/node',
  },
  { variable: 'VOLTA_HOME', home: '.volta', versions: 'tools/image/node', program: 'bin/node' },
  { variable: 'ASDF_DATA_DIR', home: '.asdf', versions: 'installs/nodejs', program: 'bin/node' },
  {
    variable: 'MISE_DATA_DIR',
    home: '.local/share/mise',
    versions: 'installs/node',
    program: 'bin/node',
  },
  { variable: 'NODENV_ROOT', home: '.nodenv', versions: 'versions', program: 'bin/node' },
];

/** Every Node that a version manager keeps for this person, the newest first. */
export async function listKeptNodes(env: Environment): Promise<readonly FoundNode[]> {
  const all = await Promise.all(managers.map((manager) => listVersions(env, manager)));
  return all.flat().toSorted((one, other) => compareVersions(other.version, one.version));
}

async function listVersions(
  env: Environment,
  { variable, home, versions, program }: VersionManager,
): Promise<readonly FoundNode[]> {
  const place = env[variable] || (env['HOME'] && join(env['HOME'], home));
  if (!place) return [];
  const folder = join(place, versions);
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => /^v?\d+\.\d+\.\d+$/.test(name))
    .map((name) => ({ path: join(folder, name, program), version: name }))
    .filter(({ path }) => folders.exists(path));
}

function compareVersions(one: string, other: string): number {
  return one.replace(/^v/, '').localeCompare(other.replace(/^v/, ''), 'en', { numeric: true });
}
