import { expect } from 'vitest';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { aDelivery, t0 } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';

export const deliveries: Promises<WorkspaceStore> = {
  async 'are found as they were recorded'({ store, reopen }) {
    expect(await store.findDelivery(aDelivery().id, t0)).toBeUndefined();
    const awkward = aDelivery({ id: 'e\u0301 / #1', outcome: 'ignored: \u{1f9ea}' });
    for (const one of [aDelivery(), awkward]) {
      await store.recordDelivery(one);
      expect(await (await reopen()).findDelivery(one.id, t0)).toEqual(one);
    }
    expect(await store.findDelivery('\u00e9 / #1', t0)).toBeUndefined();
  },

  async 'may be recorded again'({ store }) {
    await store.recordDelivery(aDelivery());
    await store.recordDelivery(aDelivery());
    expect(await store.findDelivery(aDelivery().id, t0)).toEqual(aDelivery());
  },

  async 'keep the first answer, and take another only after their time'({ store }) {
    const first = aDelivery();
    await store.recordDelivery(first);
    await store.recordDelivery(aDelivery({ outcome: 'ignored', receivedAt: first.expiresAt - 1 }));
    expect(await store.findDelivery(first.id, t0)).toEqual(first);
    const { expiresAt: receivedAt } = first;
    const later = aDelivery({ outcome: 'later', receivedAt, expiresAt: receivedAt + 1_000 });
    await store.recordDelivery(later);
    expect(await store.findDelivery(first.id, receivedAt)).toEqual(later);
  },

  async 'are forgotten at their time'({ store }) {
    const { id, expiresAt } = aDelivery();
    await store.recordDelivery(aDelivery());
    expect(await store.prune(expiresAt - 1)).toBe(0);
    expect(await store.findDelivery(id, expiresAt - 1)).toEqual(aDelivery());
    expect(await store.findDelivery(id, expiresAt)).toBeUndefined();
    expect([0, 1]).toContain(await store.prune(expiresAt));
    expect(await store.findDelivery(id, expiresAt)).toBeUndefined();
  },
};
