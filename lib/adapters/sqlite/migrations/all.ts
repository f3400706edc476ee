import type { Migration } from '../migrate.ts';
import { runTables } from './001-run-tables.ts';
import { workspaceTables } from './002-workspace-tables.ts';
import { spendingTables } from './003-spending-tables.ts';

/** Every step from an empty file to the schema of this code, in order. */
export const allMigrations: readonly Migration[] = [runTables, workspaceTables, spendingTables];
