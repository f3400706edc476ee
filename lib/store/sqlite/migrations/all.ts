import type { Migration } from '../migrate.ts';
import { runTables } from './001-run-tables.ts';
import { workspaceTables } from './002-workspace-tables.ts';
import { spendingTables } from './003-spending-tables.ts';
import { workspacesByRepository } from './004-workspaces-by-repository.ts';
import { queueTables } from './005-queue-tables.ts';
import { installationTables } from './006-installation-tables.ts';

/** Every step from an empty file to the schema of this code, in order. */
export const allMigrations: readonly Migration[] = [
  runTables,
  workspaceTables,
  spendingTables,
  workspacesByRepository,
  queueTables,
  installationTables,
];
