import { access, constants } from 'node:fs/promises';
import { environmentNames } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';

export interface FindChromiumDeps {
  readonly env: Environment;
  /** The first of these programs that is on the path. */
  readonly findProgram: (names: readonly string[], path: string) => Promise<string | undefined>;
}

export type FoundChromium =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'absent'; readonly reason: string };

const names = ['chromium', 'chromium-browser', 'google-chrome'];

/** Looks for Chromium: the one that the environment names, else one on the path. */
export async function findChromium({ env, findProgram }: FindChromiumDeps): Promise<FoundChromium> {
  const named = env[environmentNames.chromium];
  if (named !== undefined && named !== '') return findNamed(named);
  const path = await findProgram(names, env['PATH'] ?? '');
  if (path !== undefined) return { kind: 'found', path };
  const missing = `There is no browser: none of ${names.join(', ')} is on the path`;
  return { kind: 'absent', reason: `${missing}; ${remedy}.` };
}

const remedy =
  `install Chromium (on Debian: apt-get install chromium), ` +
  `or name the program of one in ${environmentNames.chromium}`;

async function findNamed(path: string): Promise<FoundChromium> {
  try {
    await access(path, constants.X_OK);
    return { kind: 'found', path };
  } catch {
    const wrong = `${environmentNames.chromium} names ${path}, which is no program`;
    return { kind: 'absent', reason: `${wrong}; correct or remove it.` };
  }
}
