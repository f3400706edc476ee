import { once } from 'node:events';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { aRun } from '../../../support/samples.ts';

/** Opens the file when told to, at the same time as others, and creates a run of its own. */
const [path = '', id = ''] = process.argv.slice(2);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const database = openDatabase({ path });
const store = createSqliteRunStore({ database });
await store.init();
process.stdout.write(`${await store.createRun(aRun({ id }))}\n`);
database.close();
process.exit();
