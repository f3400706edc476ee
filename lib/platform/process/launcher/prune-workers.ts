import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readIdentity } from './identity.ts';
import { nameIn } from './worker-files.ts';
import { aliveIn } from './worker-state.ts';

/**
 * Removes what workers left that are over, and whose files are all older than this. Their runs are over for long, so
 * nobody launches them again under the same number.
 */
export function pruneWorkers(folder: string, before: number): number {
  mkdirSync(folder, { recursive: true });
  const alive = new Set(aliveIn(folder).map((taskRef) => readIdentity(taskRef)?.name));
  const workers = Map.groupBy(readdirSync(folder), nameIn);
  let removed = 0;
  for (const [name, files] of workers) {
    const paths = files.map((file) => join(folder, file));
    if (alive.has(name) || paths.some((path) => changedAt(path) >= before)) continue;
    for (const path of paths) rmSync(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** A file that another process has removed meanwhile is as old as any. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
