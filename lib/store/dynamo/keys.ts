import type { RecordedBaseline } from '#model/baseline.ts';
import type { InstallationId, RunId, TaskId, WorkspaceId } from '#model/ids.ts';
import type { BudgetName } from '#gateway/rules/spending/budgets.ts';
import type { Sighting } from '#ratchet/needs/installation-store.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

export const dueShards = 16;

export const capacityPk = 'SYS#CAPACITY';
export const installationsPk = 'SYS#INSTALLATIONS';

export const keys = {
  head: (id: WorkspaceId): Key => ({ pk: `W#${id}`, sk: 'HEAD' }),
  transition: (id: WorkspaceId, rev: number): Key => ({
    pk: `W#${id}`,
    sk: `LOG#${padNumber(rev, 12)}`,
  }),
  workspaceRun: (id: WorkspaceId, startedAt: number, run: RunId): Key => ({
    pk: `W#${id}`,
    sk: `RUN#${padNumber(startedAt, 15)}#${run}`,
  }),
  listing: (installation: InstallationId, id: WorkspaceId): Key => ({
    pk: `I#${installation}`,
    sk: `W#${id}`,
  }),
  installation: (installation: InstallationId): Key => ({ pk: `I#${installation}`, sk: 'META' }),
  listedInstallation: (installation: InstallationId): Key => ({
    pk: installationsPk,
    sk: installation,
  }),
  sighting: (sighting: Sighting): Key => ({
    pk: `I#${sighting.installationId}`,
    sk: `${sightingPrefix(sighting)}${sighting.workspaceId}`,
  }),
  run: (run: RunId): Key => ({ pk: `R#${run}`, sk: 'RUN' }),
  task: (run: RunId, task: TaskId): Key => ({ pk: `R#${run}`, sk: `TASK#${task}` }),
  attempt: (run: RunId, task: TaskId, attemptNo: number): Key => ({
    pk: `R#${run}`,
    sk: `ATT#${task}#${padNumber(attemptNo, 6)}`,
  }),
  artifact: (run: RunId, name: string): Key => ({ pk: `R#${run}`, sk: `ART#${name}` }),
  findings: (run: RunId, stage: string, tool: string): Key => ({
    pk: `R#${run}`,
    sk: `FIND#${stage}#${tool}`,
  }),
  accepted: (run: RunId, sequence: number): Key => ({
    pk: `R#${run}`,
    sk: `SEQ#${padNumber(sequence, 6)}`,
  }),
  tick: { pk: 'SYS#TICK', sk: 'TICK' },
  capacity: (slot: number): Key => ({ pk: capacityPk, sk: `SLOT#${padNumber(slot, 5)}` }),
  spending: (budget: BudgetName, account: string): Key => ({
    pk: `SPEND#${budget}#${account}`,
    sk: 'ACCOUNT',
  }),
  delivery: (id: string): Key => ({ pk: `D#${id}`, sk: 'D' }),
  baseline: ({ repository, commit, engine, signature }: RecordedBaseline): Key => ({
    pk: baselinePk(repository, commit),
    sk: `${engine}#${signature}`,
  }),
} as const;

export function duePk(id: WorkspaceId): string {
  return dueShardPk(fnv1a(id) % dueShards);
}

export function dueShardPk(shard: number): string {
  return `DUE#${padNumber(shard, 2)}`;
}

export function baselinePk(repository: string, commit: string): string {
  return `B#${repository}#${commit}`;
}

export function repositoryPk(host: string, repositoryId: string): string {
  return `H#${host}#${repositoryId}`;
}

/** Where the sightings of one failure stand in the partition of their installation. */
export function sightingPrefix({ repositoryId, fingerprint }: Sighting): string {
  return `SEEN#${escapeKeyPart(repositoryId)}#${escapeKeyPart(fingerprint)}#`;
}

export function claimPk(run: RunId): string {
  return `C#${run}`;
}

/** A text from outside as one part of a key: it cannot end before its end. */
function escapeKeyPart(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('#', '%23');
}

/** Spreads workspaces evenly and always the same way; no secret depends on it. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

function padNumber(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
