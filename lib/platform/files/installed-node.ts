import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import type { InstalledTool } from '#check/needs/installed.ts';
import { programStamp } from './installed-binary.ts';
import { digestOf, textOf } from './small-files.ts';

/** What each package manager writes down of all that it installed. */
const records = [
  '.package-lock.json',
  '.pnpm/lock.yaml',
  '.yarn-state.yml',
  '.yarn-integrity',
] as const;

const manifest = z.object({ name: z.string(), version: z.string() });

/** A script of an installed package, with all that is installed around it. */
export function findNodePackage(
  [node, script]: readonly [string, string],
  { repository, cwd }: { readonly repository: string; readonly cwd: string },
): InstalledTool | undefined {
  if (!isAbsolute(node) || !isInstalled(script)) return undefined;
  const found = packageOf(dirname(script));
  const folders = [...upTo(repository, dirname(script)), ...upTo(repository, cwd)];
  const states = [...new Set(folders)].flatMap((folder) => recordsIn(folder));
  if (found === undefined || states.length === 0) return undefined;
  const { name, version } = found;
  const stamp = JSON.stringify([programStamp(realpathSync(node)), name, version, states]);
  return { stamp, version };
}

/** What is only linked to is somebody's work, which no record describes. */
function isInstalled(script: string): boolean {
  return textOf(script) !== undefined && realpathSync(script).includes('/node_modules/');
}

function packageOf(folder: string): z.infer<typeof manifest> | undefined {
  const text = textOf(join(folder, 'package.json'));
  const parsed = text === undefined ? undefined : parse(text);
  if (parsed !== undefined) return parsed;
  return dirname(folder) === folder ? undefined : packageOf(dirname(folder));
}

/** Packages have manifests without a name further down, which only say what kind of modules are there. */
function parse(text: string): z.infer<typeof manifest> | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function upTo(top: string, folder: string): readonly string[] {
  const above = dirname(folder);
  return folder === top || above === folder ? [folder] : [folder, ...upTo(top, above)];
}

function recordsIn(folder: string): readonly string[] {
  return records.flatMap((name) => digestOf(join(folder, 'node_modules', name)) ?? []);
}
