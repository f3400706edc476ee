import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/** Holds the lock of a file that no store has opened yet, for a while. */
const database = new DatabaseSync(process.argv[2] ?? '');
database.exec('CREATE TABLE notes (text TEXT); BEGIN IMMEDIATE');
process.stdout.write('held\n');
await sleep(300);
database.exec('COMMIT');
database.close();
