import { expect } from 'vitest';
import type { InstallationStore, Sighting } from '#ratchet/needs/installation-store.ts';
import { installationId, t0, workspaceId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';

const hour = 3_600_000;

/** A failure that was seen on a pull request. */
function seen(on: string, different: Partial<Sighting> = {}): Sighting {
  return {
    installationId: installationId('installation-1'),
    repositoryId: 'repository-7',
    fingerprint: 'no-registry',
    workspaceId: workspaceId(on),
    at: t0,
    windowMs: hour,
    ...different,
  };
}

export const sightings: Promises<InstallationStore> = {
  async 'count pull requests, not looks'({ store, reopen }) {
    expect(await store.sight(seen('a'))).toBe(1);
    expect(await store.sight(seen('a', { at: t0 + 1 }))).toBe(1);
    expect(await (await reopen()).sight(seen('b', { at: t0 + 2 }))).toBe(2);
    expect(await store.sight(seen('a', { at: t0 + 3 }))).toBe(2);
    expect(await store.sight(seen('c', { at: t0 + 4 }))).toBe(3);
  },

  async 'count within the window, its first moment included'({ store }) {
    await store.sight(seen('a'));
    await store.sight(seen('b', { at: t0 + 10 }));
    expect(await store.sight(seen('c', { at: t0 + hour }))).toBe(3);
    expect(await store.sight(seen('d', { at: t0 + hour + 1 }))).toBe(3);
    expect(await store.sight(seen('d', { at: t0 + hour + 11 }))).toBe(2);
    expect(await store.sight(seen('d', { at: t0 + 9 * hour }))).toBe(1);
  },

  async 'go by the latest look at a pull request, in whatever order they end'({ store }) {
    await store.sight(seen('a', { at: t0 + hour }));
    await store.sight(seen('a', { at: t0 }));
    expect(await store.sight(seen('b', { at: t0 + 2 * hour }))).toBe(2);
  },

  async 'are of one failure in one repository of one installation'({ store }) {
    await store.sight(seen('a'));
    const others: readonly Partial<Sighting>[] = [
      { fingerprint: 'no-registry-2' },
      { fingerprint: 'no' },
      { repositoryId: 'repository-70' },
      { repositoryId: 'repository-7#no-registry', fingerprint: 'x' },
      { repositoryId: 'repository-7', fingerprint: 'no-registry#a' },
      { repositoryId: 'repository-7%23no-registry', fingerprint: 'x' },
      { installationId: installationId('installation-10') },
    ];
    for (const other of others) expect(await store.sight(seen('b', other))).toBe(1);
    expect(await store.sight(seen('a'))).toBe(1);
  },

  async 'of many at the same time none is forgotten, and the last one knows them all'({
    store,
    reopen,
  }) {
    const stores = [store, await reopen(), await reopen()];
    const counts = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (stores[index % stores.length] ?? store).sight(seen(`w-${index}`)),
      ),
    );
    expect(Math.max(...counts)).toBe(30);
    expect(await store.sight(seen('w-0'))).toBe(30);
  },

  async 'that could not be read again are refused'({ store }) {
    await expect(store.sight(seen('a', { at: -1 }))).rejects.toThrow('cannot be stored');
    await expect(store.sight(seen('a', { fingerprint: '' }))).rejects.toThrow('cannot be stored');
    expect(await store.sight(seen('b'))).toBe(1);
  },
};
