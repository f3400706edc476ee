import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { aRun } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startScript } from './scripts.ts';
import { freshPath, openStores } from './stores.ts';

describe('openDatabase of a file that was spoilt once it was closed', () => {
  it.each(['empty', 'in use'])('says when it may not write: folder %s', async (content) => {
    const folder = join(await tempFolder(), 'locked');
    const path = join(folder, 'state.db');
    await chmod(dirname(folder), 0o755);
    await mkdir(folder);
    if (content === 'in use') {
      const { runs, database } = await openStores(path);
      await runs.createRun(aRun());
      database.close();
      await chmod(path, 0o444);
    }
    await chmod(folder, 0o555);
    const [complaint] = await startScript('open-as-nobody.ts', path).output;
    expect(complaint).toContain(`Database ${path}: this user may not write there`);
    await chmod(folder, 0o755);
  });

  it('says when the file is damaged', async () => {
    const path = await freshPath();
    const { database } = await openStores(path);
    database.close();
    const broken = new DatabaseSync(path);
    broken.exec('PRAGMA journal_mode = DELETE');
    broken.close();
    const handle = await open(path, 'r+');
    await handle.write(Buffer.alloc(2_000, 0xff), 0, 2_000, 100);
    await handle.close();
    await expect(openStores(path)).rejects.toThrow(
      `Database ${path}: the file is damaged; restore a copy, or move it away to begin afresh`,
    );
  });
});
