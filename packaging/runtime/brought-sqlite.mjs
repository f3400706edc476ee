import { DatabaseSync as Connection } from '@photostructure/sqlite';

/**
 * SQLite built for Node 20, behind the names of `node:sqlite`. That one takes back what was not committed as soon as it
 * is closed; this one would hold its locks until no statement is left.
 */
export class DatabaseSync extends Connection {
  close() {
    if (this.isTransaction) this.exec('ROLLBACK');
    super.close();
  }
}
