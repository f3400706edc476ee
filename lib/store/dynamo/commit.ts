import type { Outbox } from '#model/workspace.ts';
import type { CommitOutcome, WorkspaceChange } from '#ratchet/needs/workspace-store.ts';
import { assignment } from './assignment.ts';
import { outboxToItem, parseHead } from './head-items.ts';
import { getItem, type Item, update } from './items.ts';
import { duePk, keys } from './keys.ts';
import { listedOf } from './of-repository.ts';
import type { DynamoTable } from './table.ts';

/**
 * Writes a decision if nobody changed the workspace since it was read. A wake is no change: when only
 * `wakeSeq` moved, the same decision is written but stays due now. Wakes are never taken back, so the
 * second write cannot be beaten by one.
 */
export async function commit(table: DynamoTable, change: WorkspaceChange): Promise<CommitOutcome> {
  const written =
    (await write(table, change, { woken: false })) ?? (await write(table, change, { woken: true }));
  if (written !== undefined) return { kind: 'committed', head: parseHead(written) };
  const current = await getItem(table, keys.head(change.seen.state.id));
  return current !== undefined && current['token'] === change.token
    ? { kind: 'committed', head: parseHead(current) }
    : { kind: 'lost' };
}

async function write(
  table: DynamoTable,
  change: WorkspaceChange,
  { woken }: { readonly woken: boolean },
): Promise<Item | undefined> {
  const { seen, next } = change;
  const dueAt = woken ? change.now : change.dueAt;
  const outbox = promised(change);
  const decided = assignment({
    state: next,
    rev: seen.rev + 1,
    token: change.token,
    dueAt,
    duePk: dueAt === undefined ? undefined : duePk(next.id),
    ...listedOf(next),
    // One that stands keeps the write from being made, so there is none to take away.
    ...(outbox !== undefined && { outbox: outboxToItem(outbox) }),
  });
  const outcome = await update(table, keys.head(next.id), {
    ...decided,
    ConditionExpression: `rev = :seen AND attribute_not_exists(outbox) AND wakeSeq ${woken ? '>' : '='} :wakeSeq`,
    ExpressionAttributeValues: {
      ...decided.ExpressionAttributeValues,
      ':seen': seen.rev,
      ':wakeSeq': seen.wakeSeq,
    },
  });
  return outcome.kind === 'done' ? outcome.item : undefined;
}

function promised({ seen, transition, commands }: WorkspaceChange): Outbox | undefined {
  if (transition === undefined && commands.length === 0) return undefined;
  const rev = seen.rev + 1;
  const logged = transition && { ...transition, workspaceId: seen.state.id, rev };
  return { rev, ...(logged && { transition: logged }), commands: [...commands] };
}
