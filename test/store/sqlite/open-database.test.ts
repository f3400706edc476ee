import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#store/sqlite/open-database.ts';
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
});
