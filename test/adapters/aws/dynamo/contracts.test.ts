import { afterAll, beforeAll } from 'vitest';
import { createDynamoInstallationStore } from '#adapters/aws/dynamo/installations.ts';
import type { Table } from '#adapters/aws/dynamo/table.ts';
import type { Harness } from '../../../contracts/contract.ts';
import type { Process } from '../../../contracts/crash/harness.ts';
import { installationStoreContract } from '../../../contracts/installation-store/contract.ts';
import { runStoreContract } from '../../../contracts/run-store/contract.ts';
import { workspaceStoreContract } from '../../../contracts/workspace-store/contract.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../../support/dynamo.ts';
import { laggingTable } from '../../../support/lagging-index.ts';
import { freshArtifacts, storesOn, tableName } from './stores.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

interface SettlingTable extends Table {
  settle(): Promise<void>;
}

function harness<Store>(
  openTable: () => Promise<SettlingTable>,
  choose: (stores: Process) => Store,
): Harness<Store> {
  return {
    open: async () => {
      const table = await openTable();
      const artifacts = await freshArtifacts();
      const open = async (): Promise<Store> => choose(storesOn(table, artifacts));
      return {
        store: await open(),
        reopen: open,
        settle: () => table.settle(),
        close: () => table.settle(),
      };
    },
  };
}

const tables: Readonly<Record<string, () => Promise<SettlingTable>>> = {
  DynamoDB: async () => ({ ...(await freshTable(endpoint)), settle: async () => undefined }),
  'DynamoDB with lagging indexes': () => laggingTable(endpoint, tableName(), 50),
};

for (const [name, openTable] of Object.entries(tables)) {
  runStoreContract(
    name,
    harness(openTable, ({ runs }) => runs),
  );
  installationStoreContract(name, {
    open: async () => {
      const table = await openTable();
      const reopen = async () => createDynamoInstallationStore(table);
      return {
        store: await reopen(),
        reopen,
        settle: () => table.settle(),
        close: () => table.settle(),
      };
    },
  });
  workspaceStoreContract(
    name,
    harness(openTable, ({ workspaces }) => workspaces),
  );
}
