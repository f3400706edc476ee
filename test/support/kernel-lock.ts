import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** Runs `use` in one process at a time; the kernel frees the lock of a process that died. */
export async function withLock<Result>(path: string, use: () => Promise<Result>): Promise<Result> {
  const database = new DatabaseSync(path);
  try {
    while (!tryBegin(database)) await delay(100);
    return await use();
  } finally {
    database.close();
  }
}

function tryBegin(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('locked')) return false;
    throw error;
  }
}
