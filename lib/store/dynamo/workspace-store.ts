import { type InstallationId, installationId, type WorkspaceId, workspaceId } from '#model/ids.ts';
import { requireStorable } from '#base/not-storable.ts';
import { transition as transitionSchema } from '#model/transition.ts';
import { delivery, type WorkspaceHead, workspaceState, type Delivery } from '#model/workspace.ts';
import type {
  WorkspaceStore,
  CommitOutcome,
  WorkspaceChange,
} from '#ratchet/needs/workspace-store.ts';
import { promiseOutbox } from '#ratchet/rules/decision/promise-outbox.ts';
import { queryDueItems, postponeItem, wakeItem } from './due.ts';
import { parseHead, outboxToItem } from './head-items.ts';
import {
  getItem,
  putItem,
  putItemIfAbsent,
  queryPartition,
  queryPrefix,
  putItemIf,
  type Item,
  updateItem,
} from './items.ts';
import { duePk, installationsPk, keys } from './keys.ts';
import { repositoryIndexFields, queryOfRepository } from './of-repository.ts';
import { checkTable, type DynamoTable } from './table.ts';
import { removeOutbox, queryTransitions, putTransitionItem } from './transitions.ts';
import { toExpirySeconds } from './expiry.ts';
import { updateFields } from './assignment.ts';

/** Workspaces on one DynamoDB table, by conditional writes of single items. */
export function createDynamoWorkspaceStore(table: DynamoTable): WorkspaceStore {
  return {
    init: () => checkTable(table),
    create: async (created, dueAt) => {
      const state = requireStorable('workspace', workspaceState, created);
      // The listings first: a reader of them skips a workspace that a crash kept from being made.
      await putItem(table, { ...keys.listedInstallation(state.installationId) });
      await putItem(table, { ...keys.listing(state.installationId, state.id) });
      const head = { state, rev: 1, wakeSeq: 0, dueAt, duePk: duePk(state.id) };
      const item = { ...keys.head(state.id), ...head, ...repositoryIndexFields(state) };
      const outcome = await putItemIfAbsent(table, item);
      return outcome === 'put' ? 'created' : 'exists';
    },
    load: (id) => loadHeadItem(table, id),
    list: async (installation) => {
      const items = await queryPrefix(table, `I#${installation}`, 'W#');
      return items.map((item) => workspaceId.parse(String(item['sk']).slice(2)));
    },
    listInstallations: () => queryInstallations(table),
    listOfRepository: (repository) => queryOfRepository(table, repository),
    wake: (id, at) => wakeItem(table, id, at),
    listDue: (query) => queryDueItems(table, query),
    postpone: (due, dueAt) => postponeItem(table, due, dueAt),
    commit: async (change) => {
      const next = requireStorable('workspace', workspaceState, change.next);
      return commitHeadItem(table, { ...change, next });
    },
    putTransition: async (entry) =>
      putTransitionItem(table, requireStorable('transition', transitionSchema, entry)),
    clearOutbox: (id, rev) => removeOutbox(table, id, rev),
    listTransitions: (query) => queryTransitions(table, query),
    // The table forgets by itself, by the attribute `ttl`; readers hide what it has not forgotten yet.
    prune: async () => 0,
    findDelivery: (id, now) => getDelivery(table, id, now),
    recordDelivery: async (received) =>
      putDelivery(table, requireStorable('delivery', delivery, received)),
  };
}

async function queryInstallations(table: DynamoTable): Promise<readonly InstallationId[]> {
  const items = await queryPartition(table, installationsPk);
  return items.map((item) => installationId.parse(item['sk']));
}

async function loadHeadItem(
  table: DynamoTable,
  id: WorkspaceId,
): Promise<WorkspaceHead | undefined> {
  const item = await getItem(table, keys.head(id));
  return item && parseHead(item);
}

/** The first one counts, unless it should have been forgotten by now. */
async function putDelivery(table: DynamoTable, received: Delivery): Promise<void> {
  await putItemIf(
    table,
    { ...keys.delivery(received.id), ...received, ttl: toExpirySeconds(received.expiresAt) },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': received.receivedAt },
    },
  );
}

async function getDelivery(
  table: DynamoTable,
  id: string,
  now: number,
): Promise<Delivery | undefined> {
  const item = await getItem(table, keys.delivery(id));
  const found = item && delivery.parse(item);
  return found !== undefined && found.expiresAt > now ? found : undefined;
}

/**
 * Writes a decision if no other writer changed the workspace since it was read. A wake is no change: when only
 * `wakeSeq` moved, the same decision is written but stays due now. Wakes are never taken back, so the
 * second write cannot be beaten by one.
 */
async function commitHeadItem(table: DynamoTable, change: WorkspaceChange): Promise<CommitOutcome> {
  const written =
    (await updateHeadItem(table, change, { woken: false })) ??
    (await updateHeadItem(table, change, { woken: true }));
  if (written !== undefined) return { kind: 'committed', head: parseHead(written) };
  const current = await getItem(table, keys.head(change.seen.state.id));
  return current !== undefined && current['token'] === change.token
    ? { kind: 'committed', head: parseHead(current) }
    : { kind: 'lost' };
}

async function updateHeadItem(
  table: DynamoTable,
  change: WorkspaceChange,
  { woken }: { readonly woken: boolean },
): Promise<Item | undefined> {
  const { seen, next } = change;
  const dueAt = woken ? change.now : change.dueAt;
  const outbox = promiseOutbox(change);
  const decided = updateFields({
    state: next,
    rev: seen.rev + 1,
    token: change.token,
    dueAt,
    duePk: dueAt === undefined ? undefined : duePk(next.id),
    ...repositoryIndexFields(next),
    // One that stands keeps the write from being made, so there is none to take away.
    ...(outbox !== undefined && { outbox: outboxToItem(outbox) }),
  });
  const outcome = await updateItem(table, keys.head(next.id), {
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
