import { chmod, mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { aRun } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startScript } from './scripts.ts';
import { freshPath, freshStores, openStores } from './stores.ts';

describe('openDatabase', () => {
  it('shares the file, keeps references whole and is durable', async () => {
    const { database } = await freshStores();
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(database.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 1 });
    expect(database.get('PRAGMA synchronous'), '2 is FULL').toEqual({ synchronous: 2 });
  });

  it('lets eight processes begin with the same fresh file', async () => {
    const path = await freshPath();
    const scripts = Array.from({ length: 8 }, (_, index) =>
      startScript('open-together.ts', path, `run-${index}`),
    );
    await Promise.all(scripts.map(({ printed }) => printed('ready')));
    for (const { tell } of scripts) tell('go');
    const outputs = await Promise.all(scripts.map(({ output }) => output));
    expect(outputs).toEqual(scripts.map(() => ['ready', 'created']));
    const { database } = await openStores(path);
    expect(database.get('SELECT count(*) AS runs FROM runs')).toEqual({ runs: 8 });
  });

  it('waits for a process that holds a file nobody shared so far', async () => {
    const path = await freshPath();
    const { printed, output } = startScript('hold-lock.ts', path);
    await printed('held');
    const database = openDatabase({ path });
    expect(database.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    database.close();
    await output;
  });

  it('closes twice without complaint', async () => {
    const { database } = await freshStores();
    database.close();
    expect(() => database.close()).not.toThrow();
  });

  it('names the missing folder', async () => {
    const folder = join(await tempFolder(), 'nowhere');
    expect(() => openDatabase({ path: join(folder, 'state.db') })).toThrow(
      `Database ${folder}/state.db: the folder ${folder} does not exist; create it first`,
    );
  });

  it('refuses a folder', async () => {
    const path = await tempFolder();
    expect(() => openDatabase({ path })).toThrow(
      `${path}: this is a folder; give the path of a file`,
    );
  });

  it('refuses a file that is no database and leaves it alone', async () => {
    const path = await freshPath();
    await writeFile(path, 'Dear diary,\n'.repeat(1_000));
    expect(() => openDatabase({ path })).toThrow(`${path}: the file is not an SQLite database`);
  });

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

  it('waits for the lock of another process, then says who keeps it', async () => {
    const path = await freshPath();
    const { database: first } = await openStores(path);
    const second = openDatabase({ path, busyTimeoutMs: 50 });
    first.run('BEGIN IMMEDIATE');
    expect(() => second.run('BEGIN IMMEDIATE')).toThrow(
      `Database ${path}: another process held the lock for too long`,
    );
    first.run('COMMIT');
    expect(() => second.run('BEGIN IMMEDIATE')).not.toThrow();
    second.close();
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
