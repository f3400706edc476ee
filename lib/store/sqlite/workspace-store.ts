import type {
  WorkspaceStore,
  CommitOutcome,
  WorkspaceChange,
} from '#ratchet/needs/workspace-store.ts';
import { type Outbox, type WorkspaceHead, type Delivery, delivery } from '#model/workspace.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations/all.ts';
import { transaction } from './transaction.ts';
import { listDue, postpone, wake } from './workspaces/due.ts';
import {
  createHead,
  listHeads,
  listInstallations,
  listOfRepository,
  loadHead,
  heads,
} from './workspaces/heads.ts';
import { clearOutbox, listTransitions, putTransition } from './workspaces/transitions.ts';
import { insert, keepLast } from './insert.ts';
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
    recordDelivery: async (received) => recordDelivery(database, received),
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

/** Writes a decision if nobody changed the workspace since it was read. A wake is no change. */
function commit(database: Database, change: WorkspaceChange): CommitOutcome {
  const { seen, token } = change;
  return transaction(database, () => {
    const row = database.get('SELECT * FROM workspaces WHERE workspace_id = ?', seen.state.id);
    if (row === undefined) return { kind: 'lost' };
    const current = heads.fromRow(row);
    const isRepeated = row['commit_token'] === token && current.rev === seen.rev + 1;
    if (isRepeated) return { kind: 'committed', head: current };
    if (current.rev !== seen.rev || current.outbox !== undefined) return { kind: 'lost' };
    return { kind: 'committed', head: write(database, change, current) };
  });
}

function write(
  database: Database,
  change: WorkspaceChange,
  { wakeSeq }: WorkspaceHead,
): WorkspaceHead {
  const { seen, next, now, token } = change;
  const dueAt = wakeSeq === seen.wakeSeq ? change.dueAt : now;
  const outbox = promised(change);
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

function promised({ seen, transition, commands }: WorkspaceChange): Outbox | undefined {
  if (transition === undefined && commands.length === 0) return undefined;
  const rev = seen.rev + 1;
  const logged = transition && { ...transition, workspaceId: seen.state.id, rev };
  return { rev, ...(logged && { transition: logged }), commands: [...commands] };
}

const deliveries = createRowMap<Delivery>('delivery', delivery, {
  id: 'delivery_id',
  outcome: 'outcome',
  receivedAt: 'received_at',
  expiresAt: 'expires_at',
});

/** The first one stands, unless it is past its time. */
function recordDelivery(database: Database, received: Delivery): void {
  const row = deliveries.toRow(received);
  const isPast = 'WHERE deliveries.expires_at <= excluded.received_at';
  const onConflict = `${keepLast(row, 'delivery_id')} ${isPast}`;
  transaction(database, () => insert(database, { table: 'deliveries', row, onConflict }));
}

function findDelivery(database: Database, id: string, now: number): Delivery | undefined {
  const row = database.get(
    'SELECT * FROM deliveries WHERE delivery_id = ? AND expires_at > ?',
    id,
    now,
  );
  return row && deliveries.fromRow(row);
}
