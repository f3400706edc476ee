import { type InstallationId, installationId, type WorkspaceId, workspaceId } from '#model/ids.ts';
import { transition } from '#model/transition.ts';
import { delivery, type WorkspaceHead, workspaceState } from '#model/workspace.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { checked } from './checked.ts';
import { commit } from './commit.ts';
import { findDelivery, recordDelivery } from './deliveries.ts';
import { listDue, postpone, wake } from './due.ts';
import { parseHead } from './head-items.ts';
import { getItem, put, putIfAbsent, queryPartition, queryPrefix } from './items.ts';
import { duePk, installationsPk, keys } from './keys.ts';
import { listedOf, listOfRepository } from './of-repository.ts';
import { checkTable, type DynamoTable } from './table.ts';
import { clearOutbox, listTransitions, putTransition } from './transitions.ts';

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
    putTransition: async (entry) => putTransition(table, checked('transition', transition, entry)),
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
