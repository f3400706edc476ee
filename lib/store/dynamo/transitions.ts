import type { WorkspaceId } from '#model/ids.ts';
import { type Transition, transition } from '#model/transition.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { toExpirySeconds } from './expiry.ts';
import { unpackJson, packJson } from './free-json.ts';
import { parseHead } from './head-items.ts';
import { getItem, putItemIfAbsent, queryItems, updateItem } from './items.ts';
import { keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

export async function putTransitionItem(table: DynamoTable, entry: Transition): Promise<void> {
  const key = keys.transition(entry.workspaceId, entry.rev);
  const snapshot = packJson(entry.snapshot);
  await putItemIfAbsent(table, {
    ...key,
    ...entry,
    snapshot,
    ttl: toExpirySeconds(entry.expiresAt),
  });
}

export async function removeOutbox(
  table: DynamoTable,
  id: WorkspaceId,
  rev: number,
): Promise<'cleared' | 'lost'> {
  const outcome = await updateItem(table, keys.head(id), {
    UpdateExpression: 'REMOVE outbox',
    ConditionExpression: 'outbox.rev = :rev',
    ExpressionAttributeValues: { ':rev': rev },
  });
  return outcome.kind === 'done' ? 'cleared' : 'lost';
}

/** The outbox is read first: an entry that moves into the log meanwhile is then seen twice, not never. */
export async function queryTransitions(
  table: DynamoTable,
  query: Parameters<WorkspaceStore['listTransitions']>[0],
): Promise<readonly Transition[]> {
  const { id, now, limit, beforeRev = Number.MAX_SAFE_INTEGER } = query;
  const pending = await pendingTransition(table, id);
  const isShown = (entry: Transition): boolean => entry.rev < beforeRev && entry.expiresAt > now;
  const shown = pending !== undefined && isShown(pending) ? [pending] : [];
  const logged = queryItems(table, {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': keys.head(id).pk,
      ':first': 'LOG#',
      ':last': keys.transition(id, Math.min(beforeRev - 1, 999_999_999_999)).sk,
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: limit,
  });
  for await (const item of logged) {
    const entry = transition.parse({ ...item, snapshot: unpackJson(item['snapshot']) });
    if (entry.rev !== pending?.rev && isShown(entry)) shown.push(entry);
    if (shown.length >= limit) break;
  }
  return shown.slice(0, limit);
}

async function pendingTransition(
  table: DynamoTable,
  id: WorkspaceId,
): Promise<Transition | undefined> {
  const head = await getItem(table, keys.head(id));
  return head && parseHead(head).outbox?.transition;
}
