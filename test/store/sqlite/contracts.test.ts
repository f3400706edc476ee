import { join } from 'node:path';
import { tempFolder } from '../../support/temp-folder.ts';
import type { OpenedStore } from '../../contracts/contract.ts';
import { runStoreContract } from '../../contracts/run-store/contract.ts';
import { workspaceStoreContract } from '../../contracts/workspace-store/contract.ts';
import { openStores, type Stores } from './stores.ts';

runStoreContract('run store on SQLite', { open: () => open(({ runs }) => runs) });
workspaceStoreContract('workspace store on SQLite', {
  open: () => open(({ workspaces }) => workspaces),
});

async function open<Store>(pick: (stores: Stores) => Store): Promise<OpenedStore<Store>> {
  const path = join(await tempFolder(), 'state.db');
  const openOne = async () => pick(await openStores(path));
  return {
    store: await openOne(),
    reopen: openOne,
    settle: async () => undefined,
    close: async () => undefined,
  };
}
