import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '#config/env.ts';
import type { Installed, InstalledTool } from '#check/needs/installed.ts';
import { parseJson } from '#base/json.ts';
import { errorCode } from '#base/errors.ts';
import { findNativeProgram, programStamp } from './installed-binary.ts';
import { findPythonModule } from './installed-python.ts';
import { digestFile, readSmallFile } from './small-files.ts';

export interface InstalledOptions {
  /** The caller's environment, of which tools see a part. */
  readonly env: Environment;
}

/** Through these a tool finds its own settings and other programs. */
const counted = ['HOME', 'PATH', 'VIRTUAL_ENV'];

/** Knows tools by what installing them leaves on disk. */
export function createInstalled({ env }: InstalledOptions): Installed {
  const variables = counted.map((name) => env[name] ?? null);
  const { version: node, platform, arch } = process;
  return {
    find: async (program, location) => {
      const found = findIfReadable(program, { ...location, path: env['PATH'] ?? '' });
      if (found === undefined) return undefined;
      return { ...found, stamp: JSON.stringify([found.stamp, variables, node, platform, arch]) };
    },
  };
}

interface ToolLocation {
  /** Absolute. */
  readonly repository: string;
  /** Folder in which the tool will run, absolute. */
  readonly cwd: string;
  /** Where programs without a folder are looked for. */
  readonly path: string;
}

/** An installation that cannot be read, or that changes meanwhile, is one that is not known. */
function findIfReadable(
  program: readonly string[],
  location: ToolLocation,
): InstalledTool | undefined {
  try {
    return findTool(program, location);
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function findTool([first, second, third, ...more]: readonly string[], location: ToolLocation) {
  if (first === undefined || more.length > 0) return undefined;
  if (second === undefined) return findNativeProgram(first, location);
  if (third === undefined) return findNodePackage([first, second], location);
  return second === '-m' ? findPythonModule(first, third, location) : undefined;
}

/** What each package manager writes down of all that it installed. */
const records = [
  '.package-lock.json',
  '.pnpm/lock.yaml',
  '.yarn-state.yml',
  '.yarn-integrity',
] as const;

const manifest = z.object({ name: z.string(), version: z.string() });

/** A script of an installed package, with all that is installed around it. */
function findNodePackage(
  [node, script]: readonly [string, string],
  { repository, cwd }: { readonly repository: string; readonly cwd: string },
): InstalledTool | undefined {
  if (!isAbsolute(node) || !isInstalledScript(script)) return undefined;
  const found = findPackage(dirname(script));
  const folders = [...foldersUpTo(repository, dirname(script)), ...foldersUpTo(repository, cwd)];
  const states = [...new Set(folders)].flatMap((folder) => recordsIn(folder));
  if (found === undefined || states.length === 0) return undefined;
  const { name, version } = found;
  const stamp = JSON.stringify([programStamp(realpathSync(node)), name, version, states]);
  return { stamp, version };
}

/** A package that is only linked to is under work, which no record describes. */
function isInstalledScript(script: string): boolean {
  return readSmallFile(script) !== undefined && realpathSync(script).includes('/node_modules/');
}

function findPackage(folder: string): z.infer<typeof manifest> | undefined {
  const text = readSmallFile(join(folder, 'package.json'));
  const parsed = text === undefined ? undefined : manifest.safeParse(parseJson(text)).data;
  if (parsed !== undefined) return parsed;
  return dirname(folder) === folder ? undefined : findPackage(dirname(folder));
}

function foldersUpTo(top: string, folder: string): readonly string[] {
  const above = dirname(folder);
  return folder === top || above === folder ? [folder] : [folder, ...foldersUpTo(top, above)];
}

function recordsIn(folder: string): readonly string[] {
  return records.flatMap((name) => digestFile(join(folder, 'node_modules', name)) ?? []);
}
