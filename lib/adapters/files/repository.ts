import { closeSync, constants, type Dirent, fstatSync, openSync, readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import type { RepositoryFacts } from '#domain/repository/facts.ts';
import type { Repository } from '#ports/repository.ts';
import { keptByTools } from './kept-by-tools.ts';
import { findNodeBin } from './node-bins.ts';
import { textOf } from './small-files.ts';

export interface RepositoryOptions {
  /** The caller's environment, for what it says about Python. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  'package.json': (text) => JSON.parse(text),
  'pyproject.toml': parseToml,
};

/** Walks a checkout once. Links are listed and not followed, but for one that leads to an environment. */
export function createRepository({ env }: RepositoryOptions): Repository {
  return {
    read: async (root) => {
      const walk: Walk = { root, files: new Set(), environments: new Set() };
      await walkFolder(walk, '');
      const { manifests, problems } = await readManifests(walk);
      const facts: RepositoryFacts = {
        files: walk.files,
        environments: walk.environments,
        manifests,
        uvProjectEnvironment: env['UV_PROJECT_ENVIRONMENT'] || undefined,
        virtualEnv: env['VIRTUAL_ENV'] || undefined,
      };
      return { facts, problems };
    },
    readText,
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
async function readText(path: string, maxBytes: number): Promise<string | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = openFile(path, flags);
  if (file === undefined) return undefined;
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}

function openFile(path: string, flags: number): number | undefined {
  try {
    return openSync(path, flags);
  } catch {
    return undefined;
  }
}

interface Walk {
  readonly root: string;
  readonly files: Set<string>;
  readonly environments: Set<string>;
}

async function walkFolder(walk: Walk, folder: string): Promise<void> {
  const entries = await readdir(join(walk.root, folder), { withFileTypes: true });
  if (folder !== '' && entries.some(({ name }) => name === 'pyvenv.cfg')) {
    walk.environments.add(folder);
    return;
  }
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

async function readManifests({
  root,
  files,
}: Walk): Promise<{ manifests: Map<string, unknown>; problems: string[] }> {
  const manifests = new Map<string, unknown>();
  const problems: string[] = [];
  for (const path of files) {
    const parse = parsers[path.slice(path.lastIndexOf('/') + 1)];
    if (parse === undefined) continue;
    try {
      manifests.set(path, parse(manifestText(join(root, path))));
    } catch (error) {
      problems.push(`${path} cannot be read: ${firstLine(error)}; it is treated as empty`);
    }
  }
  return { manifests, problems };
}

/** A pipe or a device in its place would hold us up for ever. */
function manifestText(path: string): string {
  const text = textOf(path);
  if (text === undefined) throw new Error('it is no plain file, or too long');
  return text;
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}
