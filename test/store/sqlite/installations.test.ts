import { expect, it, onTestFinished } from 'vitest';
import { createSqliteInstallationStore } from '#store/sqlite/installations.ts';
import { installationStoreContract } from '../../contracts/installation-store/contract.ts';
import { installationId, t0, workspaceId } from '../../support/samples.ts';
import { freshPath, freshStores, openStores } from './stores.ts';

installationStoreContract('installation store on SQLite', {
  open: async () => {
    const path = await freshPath();
    const reopen = async () => {
      const { database } = await openStores(path);
      return createSqliteInstallationStore({ database });
    };
    return {
      store: await reopen(),
      reopen,
      settle: async () => undefined,
      close: async () => undefined,
    };
  },
});

it('forgets sightings on SQLite once nobody counts them any more', async () => {
  const { database } = await freshStores();
  onTestFinished(() => database.close());
  const store = createSqliteInstallationStore({ database });
  const sighting = {
    installationId: installationId('installation-1'),
    repositoryId: 'repository-7',
    fingerprint: 'no-registry',
    windowMs: 1_000,
  };
  for (let n = 0; n < 50; n += 1) {
    await store.sight({ ...sighting, workspaceId: workspaceId(`w-${n}`), at: t0 + n * 100 });
  }
  const kept = database.all('SELECT workspace_id FROM sightings ORDER BY seen_at');
  expect(kept).toHaveLength(11);
  expect(kept[0]).toEqual({ workspace_id: 'w-39' });
});
