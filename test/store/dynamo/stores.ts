import { randomUUID } from 'node:crypto';
import { createDynamoRunStore } from '#store/dynamo/run-store.ts';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { Process } from '../../contracts/crash/harness.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const options = {
  random: Math.random,
  clock: systemClock,
  leaseGraceMs: 5_000,
  // Tests move the time by hand, so an old look is worth nothing to them.
  sweepEveryMs: 0,
};

export async function freshArtifacts(): Promise<Artifacts> {
  return createFileArtifacts({ root: await tempFolder() });
}

/** Both stores as one process holds them. */
export function storesOn(table: DynamoTable, artifacts: Artifacts): Process {
  return {
    runs: createDynamoRunStore({ table, artifacts, ...options }),
    workspaces: createDynamoWorkspaceStore(table),
  };
}

export function tableName(): string {
  return `ratchetr-${randomUUID()}`;
}
