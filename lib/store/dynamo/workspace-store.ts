import { type InstallationId, installationId, type WorkspaceId, workspaceId } from '#model/ids.ts';
import { transition as transitionSchema } from '#model/transition.ts';
import {
  delivery,
  type WorkspaceHead,
  workspaceState,
  type Delivery,
  type Outbox,
} from '#model/workspace.ts';
import type {
  WorkspaceStore,
  CommitOutcome,
  WorkspaceChange,
} from '#ratchet/needs/workspace-store.ts';
import { checked } from './checked.ts';
import { listDue, postpone, wake } from './due.ts';
import { parseHead, outboxToItem } from './head-items.ts';
import {
  getItem,
  put,
  putIfAbsent,
  queryPartition,
  queryPrefix,
  putIf,
  type Item,
  update,
} from './items.ts';
import { duePk, installationsPk, keys } from './keys.ts';
import { listedOf, listOfRepository } from './of-repository.ts';
import { checkTable, type DynamoTable } from './table.ts';
import { clearOutbox, listTransitions, putTransition } from './transitions.ts';
import { expiry } from './expiry.ts';
import { assignment } from './assignment.ts';

/** Workspaces on one DynamoDB table, by conditional writes of single items. */
export function createDynamoWorkspaceStore(table: DynamoTable): WorkspaceStore {
  return {
    init: () => checkTable(table),
    create: async (created, dueAt) => {
      const state = checked('workspace', workspaceState, created);
      // The listings first: a reader of them skips a workspace that a crash kept from being made.
      await put(table, { ...keys.listedInstallation(state.installationId) });
      await put(table, { ...keys.listing(state.installationId, state.id) });
      const head = { state, rev: 1, wakeSeq: 0, dueAt, duePk: duePk(state.id) };
      const item = { ...keys.head(state.id), ...head, ...listedOf(state) };
      const outcome = await putIfAbsent(table, item);
      return outcome === 'put' ? 'created' : 'exists';
    },
    load: (id) => load(table, id),
    list: async (installation) => {
      const items = await queryPrefix(table, `I#${installation}`, 'W#');
      return items.map((item) => workspaceId.parse(String(item['sk']).slice(2)));
    },
    listInstallations: () => listInstallations(table),
    listOfRepository: (repository) => listOfRepository(table, repository),
    wake: (id, at) => wake(table, id, at),
    listDue: (query) => listDue(table, query),
    postpone: (due, dueAt) => postpone(table, due, dueAt),
    commit: async (change) => {
      const next = checked('workspace', workspaceState, change.next);
      return commit(table, { ...change, next });
    },
    putTransition: async (entry) =>
      putTransition(table, checked('transition', transitionSchema, entry)),
    clearOutbox: (id, rev) => clearOutbox(table, id, rev),
    listTransitions: (query) => listTransitions(table, query),
    // The table forgets by itself, by the attribute `ttl`; readers hide what it has not forgotten yet.
    prune: async () => 0,
    findDelivery: (id, now) => findDelivery(table, id, now),
    recordDelivery: async (received) =>
      recordDelivery(table, checked('delivery', delivery, received)),
  };
}

async function listInstallations(table: DynamoTable): Promise<readonly InstallationId[]> {
  const items = await queryPartition(table, installationsPk);
  return items.map((item) => installationId.parse(item['sk']));
}

async function load(table: DynamoTable, id: WorkspaceId): Promise<WorkspaceHead | undefined> {
  const item = await getItem(table, keys.head(id));
  return item && parseHead(item);
}

/** The first one counts, unless it should have been forgotten by now. */
async function recordDelivery(table: DynamoTable, received: Delivery): Promise<void> {
  await putIf(
    table,
    { ...keys.delivery(received.id), ...received, ttl: expiry(received.expiresAt) },
    {
      ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
      ExpressionAttributeValues: { ':now': received.receivedAt },
    },
  );
}

async function findDelivery(
  table: DynamoTable,
  id: string,
  now: number,
): Promise<Delivery | undefined> {
  const item = await getItem(table, keys.delivery(id));
  const found = item && delivery.parse(item);
  return found !== undefined && found.expiresAt > now ? found : undefined;
}

/**
 * Writes a decision if nobody changed the workspace since it was read. A wake is no change: when only
 * `wakeSeq` moved, the same decision is written but stays due now. Wakes are never taken back, so the
 * second write cannot be beaten by one.
 */
async function commit(table: DynamoTable, change: WorkspaceChange): Promise<CommitOutcome> {
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
