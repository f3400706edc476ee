import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileDigests } from '#platform/files/file-digests.ts';
import { tempFolder } from '../../support/temp-folder.ts';

describe('digests of files', () => {
  it('see every change, however fast they follow each other and whatever time the file claims', async () => {
    const path = join(await tempFolder(), 'a');
    const digest = createFileDigests();
    const seen = new Set<string | undefined>();
    for (let round = 100; round < 400; round += 1) {
      writeFileSync(path, String(round));
      utimesSync(path, 1000, 1000);
      seen.add(digest(path)?.digest);
    }
    expect(seen.size).toBe(300);
    rmSync(path);
    expect(digest(path)).toBeUndefined();
  });

  it('are none of a folder or of nothing', async () => {
    const folder = await tempFolder();
    const digest = createFileDigests();
    expect(digest(folder)).toBeUndefined();
    expect(digest(join(folder, 'gone'))).toBeUndefined();
  });
});
