import { closeSync, constants, type Dirent, fstatSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import type { Environment } from '#config/env.ts';
import { folderOf, type RepositoryFacts } from '#check/rules/repository/facts.ts';
import { findRoots } from '#check/rules/repository/roots.ts';
import type { RepositoryReader } from '#check/needs/repository.ts';
import { packagesIn } from './installed-python.ts';
import { keptByTools } from './kept-by-tools.ts';
import { findManifestReader } from './manifest-readers.ts';
import { findNodeBin, nodePackagesIn } from './node-bins.ts';
import { readSmallFile, tryOpen } from './small-files.ts';

export interface RepositoryReaderOptions {
  /** The caller's environment, for what it says about Python. */
  readonly env: Environment;
}

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'package.json': (text) => JSON.parse(text),
  'pyproject.toml': parseToml,
};

/** Walks a checkout once. Links are listed and not followed, but for one that leads to an environment. */
export function createRepository({ env }: RepositoryReaderOptions): RepositoryReader {
  return {
    read: async (root, { ignored = new Set<string>(), named = [] } = {}) => {
      const walk: Walk = { root, files: new Set(), environments: new Set(), withPackages: [] };
      await walkFolder(walk, '');
      const { manifests, problems } = readManifests(walk, named);
      const { files, environments } = walk;
      const [uv, active] = ['UV_PROJECT_ENVIRONMENT', 'VIRTUAL_ENV'].map(
        (name) => env[name] || undefined,
      );
      const facts: RepositoryFacts = {
        files,
        environments,
        manifests,
        ignored,
        packages: listPackages(root, [
          ...environments,
          ...(uv ? [uv] : []),
          ...(active ? [active] : []),
        ]),
        nodePackages: new Map(
          walk.withPackages.map((folder) => [folder || '.', nodePackagesIn(join(root, folder))]),
        ),
        uvProjectEnvironment: uv,
        virtualEnv: active,
      };
      // What is broken in a fixture may be there to be broken.
      const roots = new Set(findRoots(facts));
      const own = problems.filter(({ path }) => roots.has(folderOf(path)));
      return { facts, problems: own.map(({ sentence }) => sentence) };
    },
    readText: readTextFile,
    parseManifest,
    isFile: async (path) => (await stat(path).catch(() => undefined))?.isFile() ?? false,
    findNodeBin,
  };
}

const parsersByEnd: Readonly<Record<string, (text: string) => unknown>> = {
  '.json': (text) => JSON.parse(text),
  '.toml': parseToml,
};

function parseManifest(path: string, text: string): unknown {
  try {
    return parsersByEnd[extname(path).toLowerCase()]?.(text);
  } catch {
    return undefined;
  }
}

/**
 * Follows no link: a repository may point anywhere. Of a source file, a read by another thread takes six times as long
 * as the file, and a check reads thousands.
 */
async function readTextFile(path: string, maxBytes: number): Promise<string | undefined> {
  const file = tryOpen(path, constants.O_NOFOLLOW);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}

interface Walk {
  readonly root: string;
  readonly files: Set<string>;
  readonly environments: Set<string>;
  /** Folders with packages of Node. */
  readonly withPackages: string[];
}

async function walkFolder(walk: Walk, folder: string): Promise<void> {
  const entries = await readdir(join(walk.root, folder), { withFileTypes: true });
  const holds = (wanted: string): boolean => entries.some(({ name }) => name === wanted);
  if (folder !== '' && holds('pyvenv.cfg')) {
    walk.environments.add(folder);
    return;
  }
  // A repository of its own, such as a submodule, is no part of this one.
  if (folder !== '' && holds('.git')) return;
  if (holds('node_modules')) walk.withPackages.push(folder);
  for (const entry of entries) await walkEntry(walk, folder, entry);
}

async function walkEntry(walk: Walk, folder: string, entry: Dirent): Promise<void> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  if (entry.isSymbolicLink() && (await leadsToEnvironment(join(walk.root, path)))) {
    walk.environments.add(path);
  } else if (!entry.isDirectory()) walk.files.add(path);
  else if (!keptByTools.has(entry.name)) await walkFolder(walk, path);
}

/** Environments are often kept elsewhere and linked; nothing but this one name is looked for behind it. */
async function leadsToEnvironment(path: string): Promise<boolean> {
  const found = await stat(join(path, 'pyvenv.cfg')).catch(() => undefined);
  return found?.isFile() ?? false;
}

interface Problem {
  readonly path: string;
  readonly sentence: string;
}

function readManifests({ root, files }: Walk, named: readonly string[]) {
  const manifests = new Map<string, unknown>();
  const problems: Problem[] = [];
  for (const path of files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const read = parsers[name] ?? findManifestReader(path, named);
    if (read === undefined) continue;
    try {
      manifests.set(path, read(manifestText(join(root, path))));
    } catch (error) {
      // Of the others, the tools that they configure say what is wrong.
      if (parsers[name] === undefined) continue;
      const sentence = `${path} cannot be read: ${firstLineOfError(error)}; it is treated as empty`;
      problems.push({ path, sentence });
    }
  }
  return { manifests, problems };
}

function listPackages(root: string, environments: readonly string[]) {
  return new Map(
    environments.flatMap((environment) => {
      const names = packagesIn(resolve(root, environment));
      return names === undefined ? [] : [[environment, names] as const];
    }),
  );
}

/** A pipe or a device in its place would hold us up for ever. */
function manifestText(path: string): string {
  const text = readSmallFile(path);
  if (text === undefined) throw new Error('it is no plain file, or too long');
  return text;
}

function firstLineOfError(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
