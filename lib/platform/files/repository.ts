import { closeSync, constants, type Dirent, fstatSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { delimiter, extname, isAbsolute, join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import type { Environment } from '#config/env.ts';
import { folderOf, type RepositoryFacts } from '#check/rules/repository/facts.ts';
import { findRoots, isBelow } from '#check/rules/repository/roots.ts';
import type { RepositoryReader } from '#check/needs/repository.ts';
import { findEditableModules } from './editable-modules.ts';
import { userProgramFolders } from './find-program.ts';
import { listNames, packagesIn } from './installed-python.ts';
import { findKeptEnvironments } from './kept-environments.ts';
import { keptByTools } from './kept-by-tools.ts';
import { findManifestReader } from './manifest-readers.ts';
import { findMissingHooks } from './missing-hooks.ts';
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
    read: async (
      root,
      { ignored = new Set<string>(), committed = new Set<string>(), named = [], projects } = {},
    ) => {
      const walk: Walk = { ...emptyWalk(), root, committed };
      await walkFolder(walk, '');
      const { manifests, problems } = readManifests(walk, named);
      const { files, environments } = walk;
      const [uv, active] = ['UV_PROJECT_ENVIRONMENT', 'VIRTUAL_ENV'].map(
        (name) => env[name] || undefined,
      );
      const found = {
        files,
        environments,
        manifests,
        ignored,
        committed,
        ...(projects !== undefined && { projects: listProjects(files, projects) }),
        nodePackages: new Map(
          walk.withPackages.map((folder) => [folder || '.', nodePackagesIn(join(root, folder))]),
        ),
        programs: new Set(
          [...(env['PATH'] ?? '').split(delimiter), ...userProgramFolders(env)]
            .filter(isAbsolute)
            .flatMap((folder) => listNames(folder)),
        ),
        uvProjectEnvironment: uv,
        virtualEnv: active,
        missingHooks: findMissingHooks(manifests, env),
      };
      const kept = findKeptEnvironments(found, { root, homes: findRoots(found), env });
      const outside = withoutCommitted(kept, committed);
      const all = [
        ...environments,
        ...(outside.kept ?? []).map(({ path }) => path),
        ...(uv ? [uv] : []),
        ...(active ? [active] : []),
      ];
      const facts: RepositoryFacts = {
        ...found,
        ...outside,
        packages: listPackages(root, all),
        pythons: listPythons(root, all),
        editableModules: findEditableModules(root, all, files),
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

function withoutCommitted(
  { kept = [], ...rest }: ReturnType<typeof findKeptEnvironments>,
  committed: ReadonlySet<string>,
): ReturnType<typeof findKeptEnvironments> {
  return { ...rest, kept: kept.filter(({ path }) => !committed.has(`${path}/pyvenv.cfg`)) };
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

function emptyWalk(): Omit<Walk, 'committed' | 'root'> {
  return { files: new Set(), environments: new Set(), withPackages: [] };
}

interface Walk {
  readonly root: string;
  /** What git tracks of what looks installed: such an environment is a part of the repository. */
  readonly committed: ReadonlySet<string>;
  readonly files: Set<string>;
  readonly environments: Set<string>;
  /** Folders with packages of Node. */
  readonly withPackages: string[];
}

async function walkFolder(walk: Walk, folder: string): Promise<void> {
  const entries = await readdir(join(walk.root, folder), { withFileTypes: true });
  const holds = (wanted: string): boolean => entries.some(({ name }) => name === wanted);
  if (folder !== '' && holds('pyvenv.cfg') && !walk.committed.has(`${folder}/pyvenv.cfg`)) {
    walk.environments.add(folder);
    return;
  }
  // A repository of its own, such as a submodule, is no part of this one.
  if (folder !== '' && holds('.git')) return;
  // Its pages bring scripts of their own, and where git does not ignore them they would pass for the project's.
  if (/(?:^|\/)coverage$/.test(folder) && coverageReports.some(holds)) return;
  if (holds('node_modules')) walk.withPackages.push(folder);
  for (const entry of entries) {
    // To wait for what needs no waiting takes longer than all else for ten thousand files.
    if (entry.isFile()) walk.files.add(folder === '' ? entry.name : `${folder}/${entry.name}`);
    else await walkEntry(walk, folder, entry);
  }
}

/** What reporters of coverage in JavaScript write beside their pages. */
const coverageReports = ['clover.xml', 'coverage-final.json', 'coverage-summary.json', 'lcov.info'];

async function walkEntry(walk: Walk, folder: string, entry: Dirent): Promise<void> {
  const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
  const mayLead = entry.isSymbolicLink() && !walk.committed.has(path);
  if (mayLead && (await leadsToEnvironment(join(walk.root, path)))) {
    walk.environments.add(path);
  } else if (!entry.isDirectory()) walk.files.add(path);
  else if (!keptByTools.has(entry.name)) await walkFolder(walk, path);
}

/** Environments are often kept elsewhere and linked; nothing but this one name is looked for behind it. */
async function leadsToEnvironment(path: string): Promise<boolean> {
  const found = await stat(join(path, 'pyvenv.cfg')).catch(() => undefined);
  return found?.isFile() ?? false;
}

/** Of another tree than the one that they were chosen in, some may be gone. */
function listProjects(files: ReadonlySet<string>, wanted: readonly string[]): readonly string[] {
  const there = wanted.filter((folder) => [...files].some((path) => isBelow(path, folder)));
  return [...new Set(there)].toSorted();
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

/** As venv, virtualenv and uv write it down. */
function listPythons(root: string, environments: readonly string[]) {
  return new Map(
    environments.flatMap((environment) => {
      const text = readSmallFile(resolve(root, environment, 'pyvenv.cfg')) ?? '';
      const [, version] = /^version(?:_info)? *= *(\d+\.\d+(?:\.\d+)?)/m.exec(text) ?? [];
      return version === undefined ? [] : [[environment, version] as const];
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
