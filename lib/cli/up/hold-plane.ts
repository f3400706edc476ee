import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdAlone } from '#adapters/sqlite/hold-alone.ts';

/** One control plane in one folder; undefined: there is one. Whoever dies lets go by that. */
export function holdPlane(home: string): (() => void) | undefined {
  const folder = join(home, '.ratchetr');
  mkdirSync(folder, { recursive: true });
  return holdAlone(join(folder, 'up.lock'));
}
