import type {
  WorkspaceStore,
  CommitOutcome,
  WorkspaceChange,
} from '#ratchet/needs/workspace-store.ts';
import { type WorkspaceHead, type Delivery, delivery } from '#model/workspace.ts';
import { promiseOutbox } from '#ratchet/rules/decision/promise-outbox.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';
import { transaction } from './transaction.ts';
import { selectDueRows, postponeRow, wakeRow } from './workspaces/due.ts';
import {
  createHead,
  listHeads,
  selectInstallations,
  selectOfRepository,
  loadHead,
  heads,
} from './workspaces/heads.ts';
import { clearOutboxRow, selectTransitions, insertTransition } from './workspaces/transitions.ts';
import { insertRow, keepLast } from './insert.ts';
import { createRowMap } from './row-map.ts';

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
    listInstallations: async () => selectInstallations(database),
    listOfRepository: async (repository) => selectOfRepository(database, repository),
    wake: async (id, at) => wakeRow(database, id, at),
    listDue: async (query) => selectDueRows(database, query),
    postpone: async (due, dueAt) => postponeRow(database, due, dueAt),
    commit: async (change) => commitHeadRow(database, change),
    putTransition: async (transition) => insertTransition(database, transition),
    clearOutbox: async (id, rev) => clearOutboxRow(database, id, rev),
    listTransitions: async (query) => selectTransitions(database, query),
    prune: async (now) => pruneRows(database, now),
    findDelivery: async (id, now) => selectDelivery(database, id, now),
    recordDelivery: async (received) => insertDelivery(database, received),
  };
}

function pruneRows(database: Database, now: number): number {
  return transaction(
    database,
    () =>
      database.run('DELETE FROM transitions WHERE expires_at <= ?', now) +
      database.run('DELETE FROM deliveries WHERE expires_at <= ?', now),
  );
}

/** Writes a decision if no other writer changed the workspace since it was read. A wake is no change. */
function commitHeadRow(database: Database, change: WorkspaceChange): CommitOutcome {
  const { seen, token } = change;
  return transaction(database, () => {
    const row = database.get('SELECT * FROM workspaces WHERE workspace_id = ?', seen.state.id);
    if (row === undefined) return { kind: 'lost' };
    const current = heads.fromRow(row);
    const isRepeated = row['commit_token'] === token && current.rev === seen.rev + 1;
    if (isRepeated) return { kind: 'committed', head: current };
    if (current.rev !== seen.rev || current.outbox !== undefined) return { kind: 'lost' };
    return { kind: 'committed', head: updateHeadRow(database, change, current) };
  });
}

function updateHeadRow(
  database: Database,
  change: WorkspaceChange,
  { wakeSeq }: WorkspaceHead,
): WorkspaceHead {
  const { seen, next, now, token } = change;
  const dueAt = wakeSeq === seen.wakeSeq ? change.dueAt : now;
  const outbox = promiseOutbox(change);
  const head: WorkspaceHead = {
    state: next,
    rev: seen.rev + 1,
    wakeSeq,
    ...(dueAt !== undefined && { dueAt }),
    ...(outbox && { outbox }),
  };
  const row = {
    ...heads.toRow(head),
    installation_id: next.installationId,
    commit_token: token,
  };
  database.run(
    `UPDATE workspaces SET ${Object.keys(row)
      .map((column) => `${column} = ?`)
      .join(', ')}
     WHERE workspace_id = ?`,
    ...Object.values(row),
    seen.state.id,
  );
  return head;
}

const deliveries = createRowMap<Delivery>('delivery', delivery, {
  id: 'delivery_id',
  outcome: 'outcome',
  receivedAt: 'received_at',
  expiresAt: 'expires_at',
});

/** The first one stands, unless it is past its time. */
function insertDelivery(database: Database, received: Delivery): void {
  const row = deliveries.toRow(received);
  const isPast = 'WHERE deliveries.expires_at <= excluded.received_at';
  const onConflict = `${keepLast(row, 'delivery_id')} ${isPast}`;
  transaction(database, () => insertRow(database, { table: 'deliveries', row, onConflict }));
}

function selectDelivery(database: Database, id: string, now: number): Delivery | undefined {
  const row = database.get(
    'SELECT * FROM deliveries WHERE delivery_id = ? AND expires_at > ?',
    id,
    now,
  );
  return row && deliveries.fromRow(row);
}
