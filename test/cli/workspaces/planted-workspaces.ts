import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createSqliteInstallationStore } from '#store/sqlite/installations.ts';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import type { InstallationStore } from '#ratchet/needs/installation-store.ts';
import { flushOutbox } from '#ratchet/flush-outbox.ts';
import { createLogEntry } from '#ratchet/workspace-changes.ts';
import { openStores, type Stores } from '../../store/sqlite/stores.ts';
import { someSettings } from '../../report/workspaces/looks.ts';
import { anObservation, aWorkspaceState, installationId } from '../../support/samples.ts';
import { holdPlane } from '#local/up/hold-plane.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export interface Planted extends Stores {
  readonly cwd: string;
  readonly installations: InstallationStore;
}

export const installation = installationId('installation-1');

/** A folder with the state file of a control plane that runs, as its own stores write it. */
export async function plantPlane({ isUp = true } = {}): Promise<Planted> {
  const cwd = await tempFolder();
  await mkdir(join(cwd, '.ratchetr'));
  if (isUp) onTestFinished(holdPlane(cwd) ?? (() => undefined));
  const stores = await openStores(join(cwd, '.ratchetr/state.db'));
  return { ...stores, cwd, installations: createSqliteInstallationStore(stores) };
}

/** Begins to watch a pull request that was seen once. */
export async function plantWatch(
  { workspaces }: Pick<Planted, 'workspaces'>,
  number: number,
  different: Parameters<typeof aWorkspaceState>[0] = {},
): Promise<WorkspaceHead> {
  const { pullRequest } = aWorkspaceState();
  const state = aWorkspaceState({
    id: `github.com:7:${number}`,
    pullRequest: { ...pullRequest, number },
    observation: anObservation({ title: `Change ${number}` }),
    ...different,
  });
  await workspaces.create(state, Date.now() + 60_000);
  return headOf({ workspaces }, state.id);
}

/** Decides from these facts, and records it as a control plane does. */
export async function plantDecision(
  { workspaces }: Pick<Planted, 'workspaces'>,
  { state: { id } }: WorkspaceHead,
  {
    facts,
    settings = someSettings(),
  }: { readonly facts: LookFacts; readonly settings?: RatchetSettings },
): Promise<WorkspaceHead> {
  const { action, code, reason, needsHuman } = decide(facts, settings);
  const { now } = facts;
  const snapshot = JSON.parse(JSON.stringify({ code, facts, settings }));
  return plantEntry({ workspaces }, id, {
    now,
    change: { lastDecision: { action, code, reason, needsHuman, at: now } },
    entry: { action, reason, snapshot },
  });
}

/** Changes a workspace and logs why. */
export async function plantEntry(
  { workspaces }: Pick<Planted, 'workspaces'>,
  id: WorkspaceHead['state']['id'],
  {
    now,
    change,
    entry,
  }: {
    readonly now: number;
    readonly change: Partial<WorkspaceHead['state']>;
    readonly entry: Parameters<typeof createLogEntry>[1];
  },
): Promise<WorkspaceHead> {
  const seen = await headOf({ workspaces }, id);
  await workspaces.commit({
    seen,
    next: { ...seen.state, ...change },
    transition: createLogEntry(now, entry),
    commands: [],
    dueAt: Date.now() + 60_000,
    now,
    token: `planted-${seen.rev}`,
  });
  const queue = { send: async () => {} };
  return flushOutbox({ workspaces, queue }, await headOf({ workspaces }, id));
}

export async function headOf(
  { workspaces }: Pick<Planted, 'workspaces'>,
  id: WorkspaceHead['state']['id'],
): Promise<WorkspaceHead> {
  const head = await workspaces.load(id);
  if (head === undefined) throw new Error(`There is no workspace ${id}`);
  return head;
}
