import { workspaceStoreContract } from '../contracts/workspace-store/contract.ts';
import { createMemoryWorkspaceStore } from './memory-workspace-store.ts';

workspaceStoreContract('workspace store in memory', {
  open: async () => {
    const store = createMemoryWorkspaceStore();
    return {
      store,
      reopen: async () => store,
      settle: async () => undefined,
      close: async () => undefined,
    };
  },
});
