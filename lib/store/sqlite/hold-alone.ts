import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { explainError, isBusy } from './explain-error.ts';

/**
 * Keeps all other processes from holding the same file until the function that it gives is called; undefined: another
 * one holds it. The kernel releases what a dead process held, so no lock is ever left behind.
 */
export function holdAlone(path: string): (() => void) | undefined {
  try {
    const connection = new DatabaseSync(path, { timeout: 0 });
    try {
      connection.exec('BEGIN EXCLUSIVE');
      return () => connection.close();
    } catch (error) {
      connection.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
  } catch (error) {
    throw explainError(error, path);
  }
}

/** Whether a process holds the file now. Asking blocks other processes only for the moment of the question. */
export function isHeld(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    const connection = new DatabaseSync(path, { timeout: 0 });
    try {
      connection.prepare('SELECT count(*) FROM sqlite_schema').get();
      return false;
    } catch (error) {
      if (isBusy(error)) return true;
      throw error;
    } finally {
      connection.close();
    }
  } catch (error) {
    throw explainError(error, path);
  }
}
