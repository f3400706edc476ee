import { describe, expect, it } from 'vitest';
import {
  aDelivery,
  aTransition,
  aWorkspaceState,
  runId,
  sha,
  t0,
  workspaceId,
} from '../../support/samples.ts';
import { dump, freshStores } from './stores.ts';

const aCheck = {
  id: runId('run-2'),
  kind: 'check',
  phase: 'launching',
  headSha: sha('a'),
  startBy: t0,
  deadline: t0 + 1,
  launches: 1,
  fence: 0,
} as const;

describe('prune on SQLite', () => {
  it('forgets what is past its time, says how much, and nothing else', async () => {
    const { workspaces, database } = await freshStores();
    await workspaces.create(aWorkspaceState(), t0);
    for (const rev of [2, 3, 4]) {
      await workspaces.putTransition(aTransition({ rev, expiresAt: t0 + rev }));
      await workspaces.recordDelivery(aDelivery({ id: `delivery-${rev}`, expiresAt: t0 + rev }));
    }
    await workspaces.recordDelivery(aDelivery({ id: 'another', expiresAt: t0 + 1 }));
    expect(await workspaces.prune(t0 + 3)).toBe(5);
    expect(await workspaces.prune(t0 + 3)).toBe(0);
    const { transitions, deliveries, workspaces: heads } = dump(database);
    expect(transitions).toMatchObject([{ rev: 4 }]);
    expect(deliveries).toMatchObject([{ delivery_id: 'delivery-4' }]);
    expect(heads).toMatchObject([{ workspace_id: 'workspace-1' }]);
  });

  it('hides a promise that is past its time as well', async () => {
    const { workspaces } = await freshStores();
    const id = workspaceId('workspace-1');
    await workspaces.create(aWorkspaceState(), t0);
    const seen = { state: aWorkspaceState(), rev: 1, wakeSeq: 0 };
    const { rev: _, workspaceId: __, ...transition } = aTransition({ expiresAt: t0 + 5 });
    const change = { seen, next: seen.state, transition, commands: [], now: t0, token: 'one' };
    await workspaces.commit(change);
    expect(await workspaces.listTransitions({ id, now: t0 + 4, limit: 5 })).toHaveLength(1);
    expect(await workspaces.listTransitions({ id, now: t0 + 5, limit: 5 })).toEqual([]);
  });
});

describe('a delivery on SQLite', () => {
  it('gives its place to a new one with its id once it is past its time', async () => {
    const { workspaces } = await freshStores();
    const first = aDelivery({ outcome: 'first' });
    await workspaces.recordDelivery(first);
    const early = aDelivery({ outcome: 'early', receivedAt: first.expiresAt - 1 });
    await workspaces.recordDelivery(early);
    expect(await workspaces.findDelivery(first.id, t0)).toEqual(first);
    const late = { receivedAt: first.expiresAt, expiresAt: first.expiresAt + 5 };
    await workspaces.recordDelivery(aDelivery({ outcome: 'late', ...late }));
    const found = await workspaces.findDelivery(first.id, first.expiresAt);
    expect(found).toEqual(aDelivery({ outcome: 'late', ...late }));
  });
});

describe('a check that an earlier version stored on SQLite', () => {
  it('had no kind, and has the one of every check', async () => {
    const { workspaces, database } = await freshStores();
    const state = aWorkspaceState({ check: aCheck });
    await workspaces.create(state, t0);
    database.run("UPDATE workspaces SET state_json = json_remove(state_json, '$.check.kind')");
    expect((await workspaces.load(state.id))?.state.check).toEqual(aCheck);
  });
});
