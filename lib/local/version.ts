import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const manifest = z.object({ version: z.string() });

/** The folder of this installation. */
export const installation = dirname(fileURLToPath(new URL('../../package.json', import.meta.url)));

/** The version in the package file of this installation. */
export function readOwnVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return manifest.parse(JSON.parse(text)).version;
}
