import { describe, expect, it } from 'vitest';
import type { Database } from '#store/sqlite/database.ts';
import { snapshot, transaction } from '#store/sqlite/transaction.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { freshPath } from './stores.ts';

describe('transaction', () => {
  it('keeps all writes and returns what the work returns', async () => {
    const database = await notes();
    const result = transaction(database, () => {
      write(database, 'one');
      write(database, 'two');
      return 'done';
    });
    expect(result).toBe('done');
    expect(read(database)).toEqual(['one', 'two']);
    expect(database.isInTransaction()).toBe(false);
  });

  it.each([
    ['throws', 'the work failed', () => fail('the work failed')],
    ['violates a rule of the table', 'refused', (database: Database) => write(database, null)],
    ['returns a promise', 'must not wait', () => Promise.resolve('later')],
  ])('keeps nothing when the work %s, and goes on afterwards', async (_, message, work) => {
    const database = await notes();
    expect(() =>
      transaction(database, () => {
        write(database, 'half');
        return work(database);
      }),
    ).toThrow(message);
    expect(read(database)).toEqual([]);
    transaction(database, () => write(database, 'next'));
    expect(read(database)).toEqual(['next']);
  });

  it('shows the first error also when the database is lost', async () => {
    const database = await notes();
    expect(() =>
      transaction(database, () => {
        database.close();
        fail('the disk is gone');
      }),
    ).toThrow('the disk is gone');
  });

  it('is not begun inside another', async () => {
    const database = await notes();
    const nested = () => transaction(database, () => write(database, 'inner'));
    expect(() => transaction(database, nested)).toThrow('begun inside another');
    expect(() => snapshot(database, nested)).toThrow('begun inside another');
    expect(read(database)).toEqual([]);
  });

  it('holds the lock from its beginning, so what it reads stays true', async () => {
    const path = await freshPath();
    const database = await notes(path);
    const other = openDatabase({ path, busyTimeoutMs: 0 });
    transaction(database, () => {
      expect(() => transaction(other, () => write(other, 'between'))).toThrow('held the lock');
    });
    expect(read(database)).toEqual([]);
  });
});

describe('snapshot', () => {
  it('sees one moment and holds up no writer', async () => {
    const path = await freshPath();
    const database = await notes(path);
    const other = openDatabase({ path, busyTimeoutMs: 0 });
    snapshot(database, () => {
      expect(read(database)).toEqual([]);
      transaction(other, () => write(other, 'meanwhile'));
      expect(read(database)).toEqual([]);
    });
    expect(read(database)).toEqual(['meanwhile']);
  });
});

async function notes(path?: string): Promise<Database> {
  const database = openDatabase({ path: path ?? (await freshPath()) });
  database.run('CREATE TABLE notes (text TEXT NOT NULL)');
  return database;
}

function write(database: Database, text: string | null): void {
  database.run('INSERT INTO notes (text) VALUES (?)', text);
}

function read(database: Database): unknown[] {
  return database.all('SELECT text FROM notes ORDER BY rowid').map(({ text }) => text);
}

function fail(message: string): never {
  throw new Error(message);
}
