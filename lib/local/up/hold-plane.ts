import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { holdAlone, isHeld } from '#store/sqlite/hold-alone.ts';
import { locateState } from '../state-folder.ts';

/** Locks a folder for one control plane; undefined: another one holds it. A process that dies releases it. */
export function holdPlane(home: string): (() => void) | undefined {
  const { lock: path } = locateState(home);
  mkdirSync(join(path, '..'), { recursive: true });
  return holdAlone(path);
}

/** Whether a control plane runs in this folder. */
export function isPlaneUp(home: string): boolean {
  return isHeld(locateState(home).lock);
}
