import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { ok, refuse } from '#base/outcome.ts';
import type { EnginePackages } from '#check/needs/engine-packages.ts';
import { readSmallFile } from './small-files.ts';

const manifest = z.looseObject({ main: z.string().default('index.js') });
const exported = z.looseObject({ engine: z.unknown() });

/** Packages of Node that a folder or one above it has installed. */
export function createEnginePackages(from: string): EnginePackages {
  return {
    load: async (name) => {
      const found = findManifest(from, name);
      if (found === undefined) {
        const how = `npm install it where Ratchetr is installed, at ${from} or above`;
        return refuse('not-installed', `${name} is not installed beside Ratchetr; ${how}`);
      }
      try {
        const { main } = manifest.parse(JSON.parse(found.text));
        const loaded: unknown = await import(pathToFileURL(join(found.folder, main)).href);
        return ok(exported.parse(loaded).engine);
      } catch (error) {
        return refuse('not-loaded', `${name} cannot be loaded: ${String(error)}`);
      }
    },
  };
}

function findManifest(
  from: string,
  name: string,
): { readonly folder: string; readonly text: string } | undefined {
  const folder = join(from, 'node_modules', name);
  const text = readSmallFile(join(folder, 'package.json'));
  if (text !== undefined) return { folder, text };
  return dirname(from) === from ? undefined : findManifest(dirname(from), name);
}
