import { describe, expect, it } from 'vitest';
import type { Database } from '#store/sqlite/database.ts';
import { type Migration, migrate } from '#store/sqlite/migrate.ts';
import { allMigrations } from '#store/sqlite/migrations/all.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { aNewTask, anObservation, aRun, aWorkspaceState, sha, t0 } from '../../support/samples.ts';
import { dump, freshPath } from './stores.ts';

const notes: Migration = {
  reason: 'Notes.',
  statements: ['CREATE TABLE notes (text TEXT)', "INSERT INTO notes VALUES ('first')"],
};
const authors: Migration = {
  reason: 'Notes have authors.',
  statements: [
    "ALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT 'unknown'",
    "UPDATE notes SET author = 'us' WHERE text = 'first'",
  ],
};
const broken: Migration = {
  reason: 'A step that fails half-way.',
  statements: ['DELETE FROM notes', 'INSERT INTO nowhere VALUES (1)'],
};

describe('migrate', () => {
  it('takes an empty file through every step, in order', async () => {
    const database = await open();
    migrate(database, [notes, authors]);
    expect(database.all('SELECT * FROM notes')).toEqual([{ text: 'first', author: 'us' }]);
    expect(version(database)).toBe(2);
  });

  it('takes an older file through the steps it lacks', async () => {
    const database = await open();
    migrate(database, [notes]);
    database.run("INSERT INTO notes VALUES ('second')");
    migrate(database, [notes, authors]);
    expect(database.all('SELECT * FROM notes')).toEqual([
      { text: 'first', author: 'us' },
      { text: 'second', author: 'unknown' },
    ]);
  });

  it('does nothing, not even lock, when there is nothing to do', async () => {
    const statements: string[] = [];
    const database = await open((sql) => statements.push(sql));
    migrate(database, [notes]);
    statements.length = 0;
    migrate(database, [notes]);
    expect(statements[0]).toBe('BEGIN');
    expect(statements.filter((sql) => !/^(SELECT|BEGIN$|COMMIT$)/.test(sql))).toEqual([]);
  });

  it('gives way to another process that does the same, whenever that comes', async () => {
    let count = 0;
    for (let moment = 0; moment <= count; moment += 1) {
      const path = await freshPath();
      const other = openDatabase({ path, busyTimeoutMs: 0 });
      count = 0;
      const onStatement = (): void => {
        if (count === moment) migrateIfFree(other);
        count += 1;
      };
      const database = openDatabase({ path, onStatement });
      migrate(database, [notes, authors]);
      expect(database.all('SELECT * FROM notes')).toEqual([{ text: 'first', author: 'us' }]);
    }
    expect(count).toBeGreaterThan(10);
  });

  it('keeps version and data when a step fails', async () => {
    const database = await open();
    migrate(database, [notes]);
    expect(() => migrate(database, [notes, authors, broken])).toThrow('nowhere');
    expect(database.all('SELECT * FROM notes')).toEqual([{ text: 'first' }]);
    expect(version(database)).toBe(1);
  });

  it('refuses a file of a newer program', async () => {
    const path = await freshPath();
    const database = openDatabase({ path });
    migrate(database, [notes, authors]);
    const before = dump(database);
    expect(() => migrate(database, [notes])).toThrow(
      `Database ${path}: its schema has version 2, this program knows versions up to 1; ` +
        'use a newer Ratchetr, or move the file away to begin afresh',
    );
    expect(dump(database)).toEqual(before);
  });

  it.each([
    ['tables', 'CREATE TABLE bookmarks (url TEXT)'],
    ['the same version', `PRAGMA user_version = ${allMigrations.length}`],
    ['its own mark', 'PRAGMA application_id = 1'],
  ])('refuses the file of another program, known by %s', async (_, statement) => {
    const path = await freshPath();
    const database = openDatabase({ path });
    database.run(statement);
    expect(() => migrate(database, allMigrations)).toThrow(
      `Database ${path}: it belongs to another program; give another path or move it away`,
    );
  });
});

describe('the schema', () => {
  it('keeps the data of every older version', async () => {
    for (let older = 1; older < allMigrations.length; older += 1) {
      const database = await open();
      migrate(database, allMigrations.slice(0, older));
      const runs = createSqliteRunStore({ database });
      await runs.createRun(aRun());
      const batch = { runId: aRun().id, batch: 'plan-1', tasks: [aNewTask()], now: t0 };
      await runs.addTasks(batch);
      const before = dump(database);
      await runs.init();
      expect(version(database)).toBe(allMigrations.length);
      expect(dump(database)).toMatchObject(before);
      expect(await runs.loadRun(aRun().id)).toEqual(aRun());
      expect(await runs.listTasks(aRun().id)).toMatchObject([aNewTask()]);
      const workspaces = createSqliteWorkspaceStore({ database });
      expect(await workspaces.create(aWorkspaceState(), t0)).toBe('created');
    }
  });

  it('finds older workspaces by their repository, too', async () => {
    const database = await open();
    const upToWorkspaces = allMigrations.slice(0, 2);
    migrate(database, upToWorkspaces);
    const workspaces = createSqliteWorkspaceStore({ database });
    const state = aWorkspaceState({ observation: anObservation(), archivedAt: t0 });
    await workspaces.create(state, t0);
    await workspaces.init();
    expect(await workspaces.listOfRepository(state.pullRequest)).toEqual([
      { id: state.id, number: 42, headSha: sha('a'), baseRef: 'main', archived: true },
    ]);
  });

  it('gives a reason for every step', () => {
    expect(allMigrations.length).toBeGreaterThan(1);
    for (const { reason } of allMigrations) expect(reason).toMatch(/^[A-Z].*\.$/);
  });
});

/** While our transaction runs, the other process waits; here it goes away instead. */
function migrateIfFree(other: Database): void {
  try {
    migrate(other, [notes, authors]);
  } catch (error) {
    if (!String(error).includes('another process held the lock')) throw error;
  }
}

async function open(onStatement?: (sql: string) => void): Promise<Database> {
  return openDatabase({ path: await freshPath(), onStatement });
}

function version(database: Database): unknown {
  return database.get('PRAGMA user_version')?.['user_version'];
}
