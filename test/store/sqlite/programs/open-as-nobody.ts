import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';

/** Prints why the file cannot be opened. Permissions do not stop root, so it becomes somebody else. */
const nobody = 65_534;
if (process.getuid?.() === 0) process.setuid?.(nobody);
try {
  const database = openDatabase({ path: process.argv[2] ?? '' });
  await createSqliteRunStore({ database }).init();
  process.stdout.write('opened\n');
} catch (error) {
  process.stdout.write(`${String(error)}\n`);
}
