import { DatabaseSync } from 'node:sqlite';
import { explainError, isBusy } from './explain-error.ts';

/**
 * Keeps all other processes from holding the same file until the function that it gives is called; undefined: another
 * one holds it. The kernel lets go of what a process held that died, so nothing is ever left behind.
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
