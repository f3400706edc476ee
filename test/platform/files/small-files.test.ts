import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { digestFile } from '#platform/files/small-files.ts';
import { tempFolder } from '../../support/temp-folder.ts';

/** From then on a file is known by its marks. */
const oldEnoughMs = 2_100;

describe('the digest of a file of an installation', () => {
  it('is another one after every change, whatever the times of the file say', async () => {
    const folder = await tempFolder();
    const path = join(folder, 'RECORD');
    await writeFile(path, 'one');
    const { atime, mtime } = await stat(path);
    await setTimeout(oldEnoughMs);
    const before = digestFile(path);
    expect(digestFile(path)).toBe(before);
    await writeFile(path, 'two');
    await utimes(path, atime, mtime);
    const edited = digestFile(path);
    expect(edited).not.toBe(before);
    const other = join(folder, 'other');
    await writeFile(other, 'six');
    await utimes(other, atime, mtime);
    await rename(other, path);
    expect([before, edited]).not.toContain(digestFile(path));
    await rm(path);
    expect(digestFile(path)).toBeUndefined();
  });

  it('is read anew while two changes might bear the same marks', async () => {
    const path = join(await tempFolder(), 'RECORD');
    const seen = new Set<string | undefined>();
    for (const text of ['a', 'b', 'c', 'd']) {
      await writeFile(path, text);
      seen.add(digestFile(path));
    }
    expect(seen.size).toBe(4);
  });
});
