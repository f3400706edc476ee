import { createDynamoInstallationStore } from '#store/dynamo/installations.ts';
import type { DynamoTable } from '#store/dynamo/table.ts';
import type { Harness } from '../../contracts/contract.ts';
import type { Process } from '../../contracts/crash/harness.ts';
import { installationStoreContract } from '../../contracts/installation-store/contract.ts';
import { runStoreContract } from '../../contracts/run-store/contract.ts';
import { workspaceStoreContract } from '../../contracts/workspace-store/contract.ts';
import { freshArtifacts, storesOn } from './stores.ts';

export interface SettlingTable extends DynamoTable {
  settle(): Promise<void>;
}

/** Holds the stores over such tables to every contract there is for them. */
export function storeContracts(
  name: string,
  openTable: () => Promise<SettlingTable>,
  skips: readonly string[] = [],
): void {
  runStoreContract(name, { ...harness(openTable, ({ runs }) => runs), skips });
  installationStoreContract(name, {
    skips,
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
  workspaceStoreContract(name, { ...harness(openTable, ({ workspaces }) => workspaces), skips });
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
