import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface CacheLimits {
  readonly mostBytes: number;
  readonly longestUnusedMs: number;
  /** How long to let it be in between. */
  readonly everyMs: number;
}

/** Removes what nobody used for long and then, oldest first, what is too much; does nothing when done lately. */
export async function pruneFolder(folder: string, now: number, limits: CacheLimits): Promise<void> {
  const marker = join(folder, 'pruned');
  const last = await stat(marker).catch(() => undefined);
  if (last !== undefined && Math.abs(now - last.mtimeMs) < limits.everyMs) return;
  await writeFile(marker, '');
  await utimes(marker, now / 1000, now / 1000);
  const entries = (await listEntries(folder)).toSorted((a, b) => b.usedAt - a.usedAt);
  let kept = 0;
  for (const { path, usedAt, size } of entries) {
    kept += size;
    const unused = now - usedAt > limits.longestUnusedMs;
    if (unused || kept > limits.mostBytes) await rm(path, { force: true });
  }
}

interface Entry {
  readonly path: string;
  readonly usedAt: number;
  readonly size: number;
}

/** Files that a writer left half-written are among them and grow old with the rest. */
async function listEntries(folder: string): Promise<readonly Entry[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name !== 'pruned',
  );
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const status = await stat(path).catch(() => undefined);
      return status === undefined ? [] : [{ path, usedAt: status.mtimeMs, size: status.size }];
    }),
  );
  return found.flat();
}
