import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDynamoRunStore } from '#store/dynamo/run-store.ts';
import type { DynamoTable } from '#store/dynamo/table.ts';
import { createDynamoWorkspaceStore } from '#store/dynamo/workspace-store.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';

/** Both stores as the product makes them. Nothing measured is long enough to become an artifact. */
export function dynamoStores(table: DynamoTable): {
  readonly runs: RunStore;
  readonly workspaces: WorkspaceStore;
} {
  const root = join(tmpdir(), 'ratchetr-bench');
  return {
    runs: createDynamoRunStore({
      table,
      artifacts: createFileArtifacts({ root }),
      random: Math.random,
      clock: systemClock,
      leaseGraceMs: 5_000,
      sweepEveryMs: 1_000,
    }),
    workspaces: createDynamoWorkspaceStore(table),
  };
}
