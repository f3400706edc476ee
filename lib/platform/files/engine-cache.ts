import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile, readdir, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '#config/env.ts';
import type { Sha256 } from '#model/ids.ts';
import { cachedRun, type CachedRun } from '#check/rules/outcome/cached-run.ts';
import { maskRepository, unmaskRepository } from '#check/rules/outcome/movable.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { EngineCache } from '#check/needs/engine-cache.ts';
import { parseJson } from '#base/json.ts';
import { errorCode } from '#base/errors.ts';

export interface EngineCacheOptions {
  /** Absolute. */
  readonly folder: string;
  readonly clock: TimeSource;
  readonly limits?: CacheLimits;
}

const defaultLimits: CacheLimits = {
  mostBytes: 256 * 1024 * 1024,
  longestUnusedMs: 14 * 24 * 3_600_000,
  everyMs: 3_600_000,
};

/** More than this is quicker to find again than to read. */
const longestEntry = 32 * 1024 * 1024;

/** Where a user's caches are; outside of every checkout, so no repository brings its own results. */
export function engineCacheFolder(env: Environment): string | undefined {
  const { XDG_CACHE_HOME: chosen = '', HOME: home = '' } = env;
  const caches = isAbsolute(chosen) ? chosen : home === '' ? undefined : join(home, '.cache');
  return caches === undefined ? undefined : join(caches, 'ratchetr/engines');
}

/** One file for each result. Two processes that write one key at the same time write the same result. */
export function createEngineCache({ folder, clock, limits }: EngineCacheOptions): EngineCache {
  const pathOf = (key: Sha256): string => join(folder, key.slice(0, 2), `${key}.json`);
  return {
    load: (key, repository) => loadEntry(pathOf(key), repository, clock.now()),
    save: async (key, repository, run) => {
      const text = serializeRun(run, repository);
      if (text.length > longestEntry) return;
      const now = clock.now();
      await writeWhole(pathOf(key), text, now).catch(ignoreSystem);
      await pruneFolder(folder, now, limits ?? defaultLimits).catch(ignoreSystem);
    },
  };
}

async function loadEntry(
  path: string,
  repository: string,
  now: number,
): Promise<CachedRun | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const run = parseCachedRun(text, repository);
  // The time says when it was used last.
  await (
    run === undefined ? rm(path, { force: true }) : utimes(path, now / 1000, now / 1000)
  ).catch(ignoreSystem);
  return run;
}

function serializeRun(run: CachedRun, repository: string): string {
  return maskRepository(JSON.stringify(run), inJson(repository));
}

function parseCachedRun(text: string, repository: string): CachedRun | undefined {
  return cachedRun.safeParse(parseJson(unmaskRepository(text, inJson(repository)))).data;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

async function writeWhole(path: string, text: string, now: number): Promise<void> {
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
function ignoreSystem(error: unknown): void {
  if (errorCode(error) === undefined) throw error;
}

interface CacheLimits {
  readonly mostBytes: number;
  readonly longestUnusedMs: number;
  /** How long to let it be in between. */
  readonly everyMs: number;
}

/** Removes what was not used for long and then, oldest first, what is too much; does nothing when done lately. */
async function pruneFolder(folder: string, now: number, limits: CacheLimits): Promise<void> {
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
