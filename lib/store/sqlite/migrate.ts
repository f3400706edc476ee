import type { Database } from './database.ts';
import { snapshot, transaction } from './transaction.ts';

/** One step from a version of the schema to the next. Released ones are never edited, only followed. */
export interface Migration {
  readonly reason: string;
  readonly statements: readonly string[];
}

/** Brings the schema to the version of this code; of several processes one does it, the rest wait. */
export function migrate(database: Database, migrations: readonly Migration[]): void {
  const read = (): number => readSchemaVersion(database, migrations.length);
  if (snapshot(database, read) === migrations.length) return;
  transaction(database, () => {
    for (const { statements } of migrations.slice(read())) {
      for (const statement of statements) database.run(statement);
    }
    database.run(`PRAGMA application_id = ${applicationId}`);
    database.run(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** "RTCH": tells our files from those of other programs, which count versions as well. */
const applicationId = 0x52544348;

function readSchemaVersion(database: Database, newest: number): number {
  const id = selectNumber(database, 'SELECT application_id AS value FROM pragma_application_id');
  const version = selectNumber(database, 'SELECT user_version AS value FROM pragma_user_version');
  const tables = selectNumber(database, 'SELECT count(*) AS value FROM sqlite_schema');
  if (id !== applicationId && (id !== 0 || version !== 0 || tables !== 0)) {
    throw new Error(
      `Database ${database.path}: it belongs to another program; give another path or move it away`,
    );
  }
  if (version > newest) {
    throw new Error(
      `Database ${database.path}: its schema has version ${version}, this program knows versions up ` +
        `to ${newest}; use a newer Ratchetr, or move the file away to begin afresh`,
    );
  }
  return version;
}

function selectNumber(database: Database, sql: string): number {
  return Number(database.get(sql)?.['value']);
}
