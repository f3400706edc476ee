import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Operation, operations } from './operations.ts';
import { dump, freshPath, openStores } from './stores.ts';

/**
 * A process that dies between two statements leaves what its files hold at that moment. So while an
 * operation runs, its files are copied before each statement, and every copy is opened afterwards.
 */
describe('a process that dies at any statement', () => {
  it.each(operations)('%s: has done all of it or nothing', async (name, operation) => {
    const { photographs, before, once, twice } = await photograph(operation);
    expect(photographs.length).toBeGreaterThan(0);
    expect(isDeepEqual(once, twice)).toBe(!counting.has(name));
    const found = new Set<string>();
    for (const path of photographs) {
      const stores = await openStores(path);
      expect(stores.database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
      expect(stores.database.all('PRAGMA foreign_key_check')).toEqual([]);
      const state = dump(stores.database);
      const isUndone = isDeepEqual(state, before);
      found.add(isUndone ? 'undone' : 'done');
      expect(state).toEqual(isUndone ? before : once);
      await operation.act(stores);
      expect(dump(stores.database), 'done again by the next process').toEqual(
        isUndone ? once : twice,
      );
      stores.database.close();
    }
    const changes = !isDeepEqual(before, once);
    expect([...found]).toEqual(changes ? ['undone', 'done'] : ['undone']);
  });

  it('init of a fresh file: leaves a file that the next process brings up to date', async () => {
    const path = await freshPath();
    const folder = await tempFolder();
    const photographs: string[] = [];
    const database = openDatabase({
      path,
      onStatement: () =>
        photographs.push(copyFiles(path, join(folder, `${photographs.length}.db`))),
    });
    await createSqliteRunStore({ database }).init();
    const schema = 'SELECT * FROM sqlite_schema ORDER BY name';
    const expected = database.all(schema).map(({ sql }) => sql);
    database.close();
    expect(photographs.length).toBeGreaterThan(20);
    for (const copy of photographs) {
      const { database: next } = await openStores(copy);
      expect(next.all(schema).map(({ sql }) => sql)).toEqual(expected);
      next.close();
    }
  });
});

/** What done twice is done twice. All else is known when it comes again. */
const counting = new Set(['runs.renewLease', 'workspaces.wake']);

async function photograph({ before, act }: Operation) {
  const folder = await tempFolder();
  const photographs: string[] = [];
  let isWatched = false;
  const path = await freshPath();
  const takePhotograph = (): void => {
    photographs.push(copyFiles(path, join(folder, `${photographs.length}.db`)));
  };
  const stores = await openStores(path, () => {
    if (isWatched) takePhotograph();
  });
  await before(stores);
  const states = [dump(stores.database)];
  isWatched = true;
  await act(stores);
  takePhotograph();
  isWatched = false;
  states.push(dump(stores.database));
  await act(stores);
  states.push(dump(stores.database));
  const [undone, once, twice] = states;
  return { photographs, before: undone, once, twice };
}

/** Without the index of the log (-shm): it is shared memory, which a crash may lose. */
function copyFiles(path: string, copy: string): string {
  for (const part of ['', '-wal']) {
    if (existsSync(path + part)) copyFileSync(path + part, copy + part);
  }
  return copy;
}

function isDeepEqual(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
