import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';
import { transaction } from './transaction.ts';
import { commit } from './workspaces/commit.ts';
import { findDelivery, recordDelivery } from './workspaces/deliveries.ts';
import { listDue, postpone, wake } from './workspaces/due.ts';
import {
  createHead,
  listHeads,
  listInstallations,
  listOfRepository,
  loadHead,
} from './workspaces/heads.ts';
import { clearOutbox, listTransitions, putTransition } from './workspaces/transitions.ts';

/** Workspaces in one SQLite file; each call is one transaction. */
export function createSqliteWorkspaceStore({
  database,
}: {
  readonly database: Database;
}): WorkspaceStore {
  return {
    init: async () => migrate(database, allMigrations),
    create: async (state, dueAt) => createHead(database, state, dueAt),
    load: async (id) => loadHead(database, id),
    list: async (installation) => listHeads(database, installation),
    listInstallations: async () => listInstallations(database),
    listOfRepository: async (repository) => listOfRepository(database, repository),
    wake: async (id, at) => wake(database, id, at),
    listDue: async (query) => listDue(database, query),
    postpone: async (due, dueAt) => postpone(database, due, dueAt),
    commit: async (change) => commit(database, change),
    putTransition: async (transition) => putTransition(database, transition),
    clearOutbox: async (id, rev) => clearOutbox(database, id, rev),
    listTransitions: async (query) => listTransitions(database, query),
    prune: async (now) => prune(database, now),
    findDelivery: async (id, now) => findDelivery(database, id, now),
    recordDelivery: async (delivery) => recordDelivery(database, delivery),
  };
}

function prune(database: Database, now: number): number {
  return transaction(
    database,
    () =>
      database.run('DELETE FROM transitions WHERE expires_at <= ?', now) +
      database.run('DELETE FROM deliveries WHERE expires_at <= ?', now),
  );
}
