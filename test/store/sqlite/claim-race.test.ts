import { join } from 'node:path';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { claimRaceContract } from '../../contracts/race/claims.ts';
import { tempFolder } from '../../support/temp-folder.ts';

claimRaceContract({
  name: 'SQLite',
  // A claim is one transaction at the head of the queue.
  inversion: 0,
  open: async () => {
    const path = join(await tempFolder(), 'state.db');
    const database = openDatabase({ path });
    const store = createSqliteRunStore({ database }, { leaseGraceMs: 200 });
    await store.init();
    return {
      where: { kind: 'sqlite', path },
      store,
      close: async () => database.close(),
    };
  },
});
