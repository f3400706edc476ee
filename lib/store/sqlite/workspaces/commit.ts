import type { Outbox, WorkspaceHead } from '#model/workspace.ts';
import type { CommitOutcome, WorkspaceChange } from '#ratchet/needs/workspace-store.ts';
import type { Database } from '../database.ts';
import { transaction } from '../transaction.ts';
import { heads } from './heads.ts';

/** Writes a decision if nobody changed the workspace since it was read. A wake is no change. */
export function commit(database: Database, change: WorkspaceChange): CommitOutcome {
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
