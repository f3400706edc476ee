import { afterAll, beforeAll } from 'vitest';
import type { CrashHarness } from '../../contracts/crash/harness.ts';
import { runStoreCrashContract } from '../../contracts/crash/run-store.ts';
import { workspaceCrashContract } from '../../contracts/crash/workspace-store.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { stoppingArtifacts, stoppingTable } from '../../support/stopping-dynamo.ts';
import { freshArtifacts, storesOn } from './stores.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

const harness: CrashHarness = {
  name: 'DynamoDB',
  open: async () => {
    const table = await freshTable(endpoint);
    const artifacts = await freshArtifacts();
    return {
      start: async (point) =>
        point === undefined
          ? storesOn(table, artifacts)
          : storesOn(
              stoppingTable(endpoint, table.name, point),
              stoppingArtifacts(artifacts, point),
            ),
      close: async () => undefined,
    };
  },
};

runStoreCrashContract(harness);
workspaceCrashContract(harness);
