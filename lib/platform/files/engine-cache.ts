import { readFile, rm, utimes } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '#config/env.ts';
import type { Sha256 } from '#model/ids.ts';
import { cachedRun, type CachedRun, cachedWritten } from '#check/rules/outcome/cached-run.ts';
import type { WrittenEvidence } from '#check/rules/outcome/evidence.ts';
import { maskRepository, unmaskRepository } from '#check/rules/outcome/movable.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { EngineCache } from '#check/needs/engine-cache.ts';
import { parseJson } from '#base/json.ts';
import {
  type CacheLimits,
  defaultLimits,
  ignoreSystem,
  pruneFolder,
  writeWhole,
} from './cache-folder.ts';

export interface EngineCacheOptions {
  /** Absolute. */
  readonly folder: string;
  readonly clock: TimeSource;
  readonly limits?: CacheLimits;
}

/** More than this is quicker to find again than to read. */
const longestEntry = 32 * 1024 * 1024;

/** Where a user's caches are; outside of every checkout, so no repository brings its own results. */
export function engineCacheFolder(env: Environment): string | undefined {
  return cacheFolder(env, 'ratchetr/engines');
}

/** Where a user's last checks are kept, with what their tools wrote. */
export function checksFolder(env: Environment): string | undefined {
  return cacheFolder(env, 'ratchetr/checks');
}

/** Where a user's compilers keep what they built of repositories, for the next run. */
export function buildsFolder(env: Environment): string | undefined {
  return cacheFolder(env, 'ratchetr/builds');
}

/** Where what set-up installed is kept for later runs; undefined as there. */
export function environmentsFolder(env: Environment): string | undefined {
  return cacheFolder(env, 'ratchetr/environments');
}

function cacheFolder(env: Environment, name: string): string | undefined {
  const { XDG_CACHE_HOME: chosen = '', HOME: home = '' } = env;
  const caches = isAbsolute(chosen) ? chosen : home === '' ? undefined : join(home, '.cache');
  return caches === undefined ? undefined : join(caches, name);
}

/** One file for each result. Two processes that write one key at the same time write the same result. */
export function createEngineCache({ folder, clock, limits }: EngineCacheOptions): EngineCache {
  const pathOf = (key: Sha256): string => join(folder, key.slice(0, 2), `${key}.json`);
  const besideOf = (key: Sha256): string => join(folder, key.slice(0, 2), `${key}.written`);
  return {
    load: (key, repository) => loadEntry([pathOf(key), besideOf(key)], repository, clock.now()),
    loadWritten: async (key, repository) => {
      const text = await readFile(besideOf(key), 'utf8').catch(() => '');
      const { data } = cachedWritten.safeParse(parseMasked(text, repository));
      return data && { log: data.log, reports: new Map(data.reports) };
    },
    save: async (key, repository, { run, written }) => {
      const text = serializeMasked(run, repository);
      if (text.length > longestEntry) return;
      const now = clock.now();
      const beside = written && serializeMasked(toCached(written), repository);
      if (beside !== undefined && beside.length <= longestEntry) {
        await writeWhole(besideOf(key), beside, now).catch(ignoreSystem);
      }
      await writeWhole(pathOf(key), text, now).catch(ignoreSystem);
      await pruneFolder(folder, now, limits ?? defaultLimits).catch(ignoreSystem);
    },
  };
}

async function loadEntry(
  [path, beside]: readonly [string, string],
  repository: string,
  now: number,
): Promise<CachedRun | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const run = cachedRun.safeParse(parseMasked(text, repository)).data;
  // The time says when it was used last.
  const note = (one: string): Promise<void> =>
    run === undefined ? rm(one, { force: true }) : utimes(one, now / 1000, now / 1000);
  await Promise.all([path, beside].map(note)).catch(ignoreSystem);
  return run;
}

function toCached({ log, reports }: WrittenEvidence) {
  return { log, reports: [...reports] };
}

function serializeMasked(value: object, repository: string): string {
  return maskRepository(JSON.stringify(value), inJson(repository));
}

function parseMasked(text: string, repository: string): unknown {
  return parseJson(unmaskRepository(text, inJson(repository)));
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
