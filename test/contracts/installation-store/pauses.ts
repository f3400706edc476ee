import { expect } from 'vitest';
import type { InstallationStore } from '#ratchet/needs/installation-store.ts';
import { awkwardTexts } from '../../support/noise.ts';
import { installationId, t0 } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';

const ours = installationId('installation-1');
const other = installationId('installation-10');

export const pauses: Promises<InstallationStore> = {
  async 'there is none until somebody pauses'({ store }) {
    expect(await store.pauseOf(ours)).toBeUndefined();
    await store.setPause(ours, undefined);
    expect(await store.pauseOf(ours)).toBeUndefined();
  },

  async 'stand as they were set, until they are lifted'({ store, reopen }) {
    await store.setPause(ours, { by: 'ann', at: t0 });
    expect(await (await reopen()).pauseOf(ours)).toEqual({ by: 'ann', at: t0 });
    await store.setPause(ours, { by: 'bob', at: t0 + 1 });
    expect(await store.pauseOf(ours)).toEqual({ by: 'bob', at: t0 + 1 });
    await (await reopen()).setPause(ours, undefined);
    expect(await store.pauseOf(ours)).toBeUndefined();
  },

  async 'concern one installation'({ store }) {
    await store.setPause(ours, { by: 'ann', at: t0 });
    expect(await store.pauseOf(other)).toBeUndefined();
    await store.setPause(other, undefined);
    expect(await store.pauseOf(ours)).toEqual({ by: 'ann', at: t0 });
  },

  async 'keep awkward names, and refuse what is no time'({ store }) {
    for (const by of awkwardTexts) {
      await store.setPause(ours, { by, at: t0 });
      expect(await store.pauseOf(ours)).toEqual({ by, at: t0 });
    }
    await expect(store.setPause(other, { by: 'ann', at: -1 })).rejects.toThrow('cannot be stored');
    expect(await store.pauseOf(other)).toBeUndefined();
  },
};
