import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '#base/errors.ts';

/** Writes a whole file that only its user reads; a reader meanwhile finds the old one or none. */
export async function writeWhole(path: string, text: string, now: number): Promise<void> {
  const written = `${path}.${randomUUID()}.new`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(written, text, { flag: 'wx', mode: 0o600 });
    await utimes(written, now / 1000, now / 1000);
    await rename(written, path);
  } finally {
    await rm(written, { force: true });
  }
}

/** A disk that is full or may not be written costs the next run its time, not this one its result. */
export function ignoreSystem(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}

export interface CacheLimits {
  readonly mostBytes: number;
  readonly longestUnusedMs: number;
  /** How long to let it be in between. */
  readonly everyMs: number;
}

export const defaultLimits: CacheLimits = {
  mostBytes: 256 * 1024 * 1024,
  longestUnusedMs: 14 * 24 * 3_600_000,
  everyMs: 3_600_000,
};

/** Removes what was not used for long and then, oldest first, what is too much; does nothing when done lately. */
export async function pruneFolder(folder: string, now: number, limits: CacheLimits): Promise<void> {
  const marker = join(folder, 'pruned');
  const last = await stat(marker).catch(() => undefined);
  if (last !== undefined && Math.abs(now - last.mtimeMs) < limits.everyMs) return;
  await writeFile(marker, '');
  await utimes(marker, now / 1000, now / 1000);
  const entries = (await listCacheFiles(folder)).toSorted((a, b) => b.usedAt - a.usedAt);
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
async function listCacheFiles(folder: string): Promise<readonly Entry[]> {
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
