import type { Database } from './database.ts';

/**
 * Makes all writes of `work` happen or none. The write lock is taken at once, so what `work` reads
 * cannot change before it writes. Work is synchronous: nothing else runs in between.
 */
export function transaction<Result>(database: Database, work: () => Result): Result {
  return runTransaction(database, 'BEGIN IMMEDIATE', work);
}

/** Lets several reads see the same moment; writers are not held up. */
export function snapshot<Result>(database: Database, work: () => Result): Result {
  return runTransaction(database, 'BEGIN', work);
}

function runTransaction<Result>(database: Database, begin: string, work: () => Result): Result {
  if (database.isInTransaction()) {
    throw new Error('A transaction was begun inside another: join the functions that write');
  }
  database.run(begin);
  try {
    const result = work();
    if (result instanceof Promise) throw new Error('The work of a transaction must not wait');
    database.run('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: Database): void {
  try {
    if (database.isInTransaction()) database.run('ROLLBACK');
  } catch {
    // Closing the connection undoes it as well; what failed first is the error to show.
    database.close();
  }
}
