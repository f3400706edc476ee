import { DatabaseSync } from 'node:sqlite';
import { createDatabase, type Database, type DatabaseOptions } from './database.ts';
import { explainError } from './explain-error.ts';
import { patiently } from './patience.ts';

/**
 * Opens the one file that all processes of a machine share. A commit is on the disk before it is
 * answered (`synchronous=FULL`): a lost claim or push is dearer than the milliseconds.
 */
export function openDatabase({
  path,
  onStatement,
  busyTimeoutMs = 10_000,
}: { readonly path: string } & Partial<DatabaseOptions>): Database {
  try {
    const connection = new DatabaseSync(path, { timeout: 0 });
    try {
      patiently(busyTimeoutMs, () => shareFile(connection));
      connection.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
    } catch (error) {
      connection.close();
      throw error;
    }
    return createDatabase(connection, { path, onStatement, busyTimeoutMs });
  } catch (error) {
    throw explainError(error, path);
  }
}

/** Write-ahead logging lets readers and one writer work side by side. The file remembers the mode. */
function shareFile(connection: DatabaseSync): void {
  const mode = connection.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
  if (mode === 'wal') return;
  throw new Error(
    `Database ${connection.location()}: the file system cannot share it among processes ` +
      `(journal mode is ${String(mode)}, not wal); use a local disk`,
  );
}
