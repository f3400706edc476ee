import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngineCache, engineCacheFolder } from '#platform/files/engine-cache.ts';
import { sha256 } from '#model/ids.ts';
import type { CachedRun } from '#check/rules/outcome/cached-run.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { startProgram } from '../../support/programs.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { aCachedRun } from '../../check/rules/outcome/cached-runs.ts';

const day = 24 * 3_600_000;
const keyOf = (digit: string) => sha256.parse(digit.repeat(64));

async function aCache(mostBytes = 1_000_000) {
  const folder = await tempFolder();
  const clock = createManualClock();
  const limits = { mostBytes, longestUnusedMs: 14 * day, everyMs: 3_600_000 };
  const cache = createEngineCache({ folder, clock, limits });
  const save = (digit: string, run: CachedRun = aCachedRun()) =>
    cache.save(keyOf(digit), '/code/shop', { run });
  const load = (digit: string) => cache.load(keyOf(digit), '/code/shop');
  const kept = async () =>
    (await readdir(folder, { recursive: true }))
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.charAt(0))
      .toSorted();
  return { folder, clock, cache, save, load, kept };
}

describe('the cache of engine runs', () => {
  it('gives back what was saved, and nothing under another key', async () => {
    const { save, load } = await aCache();
    await save('a');
    expect(await load('a')).toEqual(aCachedRun());
    expect(await load('b')).toBeUndefined();
  });

  it('keeps no path of the place in which it ran', async () => {
    const { cache, save, folder } = await aCache();
    const run = aCachedRun();
    await save('a', {
      ...run,
      facts: { ...run.facts, cwd: '/code/shop/api', argv: ['/code/shopping'] },
    });
    const text = await readFile(join(folder, 'aa', `${keyOf('a')}.json`), 'utf8');
    expect(text).not.toContain('/code/shop/');
    const loaded = await cache.load(keyOf('a'), '/else/"where"');
    expect(loaded?.facts).toMatchObject({ cwd: '/else/"where"/api', argv: ['/code/shopping'] });
  });

  it('removes an entry that cannot be read', async () => {
    const { save, load, kept, folder } = await aCache();
    await save('a');
    await writeFile(join(folder, 'aa', `${keyOf('a')}.json`), '{"version":1,"outcome":{}}');
    expect(await load('a')).toBeUndefined();
    expect(await kept()).toEqual([]);
  });

  it('forgets what nobody used for two weeks', async () => {
    const { save, load, kept, clock } = await aCache();
    await save('a');
    await save('b');
    clock.advance(10 * day);
    await load('a');
    clock.advance(5 * day);
    await save('c');
    expect(await kept()).toEqual(['a', 'c']);
  });

  it('makes room for the newest by what was used longest ago', async () => {
    const size = JSON.stringify(aCachedRun()).length;
    const { save, load, kept, clock } = await aCache(size * 2.5);
    for (const digit of ['a', 'b']) {
      await save(digit);
      clock.advance(60_000);
    }
    await load('a');
    clock.advance(2 * 3_600_000);
    await save('c');
    expect(await kept()).toEqual(['a', 'c']);
  });

  it('looks for what is too old now and then only', async () => {
    const { save, kept, clock, folder } = await aCache();
    await save('a');
    clock.advance(60_000);
    const old = (clock.now() - 20 * day) / 1000;
    await utimes(join(folder, 'aa', `${keyOf('a')}.json`), old, old);
    await save('b');
    expect(await kept()).toEqual(['a', 'b']);
    clock.advance(3_600_000);
    await save('c');
    expect(await kept()).toEqual(['b', 'c']);
  });

  it('is whole whenever it is read while others write it', async () => {
    const { folder, clock, save, load } = await aCache();
    await save('a');
    const run = JSON.stringify(aCachedRun());
    const writers = [0, 1].map(() =>
      startProgram('save-engine-runs.mjs', folder, run, keyOf('a'), String(clock.now())),
    );
    await Promise.all(writers.map((writer) => writer.nextLine()));
    for (let reads = 0; reads < 200; reads += 1) expect(await load('a')).toEqual(aCachedRun());
    expect(await Promise.all(writers.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(await readdir(join(folder, 'aa'))).toEqual([`${keyOf('a')}.json`]);
  });

  it('lies among the caches of the user, outside of every checkout', () => {
    expect(engineCacheFolder({ HOME: '/home/a' })).toBe('/home/a/.cache/ratchetr/engines');
    expect(engineCacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: '/c' })).toBe(
      '/c/ratchetr/engines',
    );
    expect(engineCacheFolder({ HOME: '/home/a', XDG_CACHE_HOME: 'here' })).toBe(
      '/home/a/.cache/ratchetr/engines',
    );
    expect(engineCacheFolder({})).toBeUndefined();
  });
});
