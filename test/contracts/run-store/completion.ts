import { expect } from 'vitest';
import type { RunStore } from '#model/needs/run-store.ts';
import { aRun, runId, t0 } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { claimSoon, dump, finish, startRun, taskAfter, theRun } from './steps.ts';

const end = t0 + 9_000;
const rounds = 10;

export const completion: Promises<RunStore> = {
  async 'a run without tasks has succeeded'({ store, reopen }) {
    await startRun(store, []);
    expect(await store.completeRun(theRun, end)).toBe('completed');
    const closed = aRun({ status: 'succeeded', finishedAt: end });
    expect(await (await reopen()).loadRun(theRun)).toEqual(closed);
  },

  async 'a run is open while a task is queued, under way or pausing'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a')]);
    expect(await store.completeRun(theRun, end)).toBe('open');
    const task = await claimSoon(store);
    expect(await store.completeRun(theRun, end)).toBe('open');
    await finish(store, task, 'failed');
    expect(await store.completeRun(theRun, end)).toBe('open');
    expect(await store.loadRun(theRun)).toEqual(aRun());
  },

  async 'a run whose tasks all succeeded has succeeded, once'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a')]);
    await finish(store, await claimSoon(store), 'succeeded');
    expect(await store.completeRun(theRun, end)).toBe('open');
    await finish(store, await claimSoon(store), 'succeeded');
    expect(await store.completeRun(theRun, end)).toBe('completed');
    const before = await dump(store);
    expect(before.run).toEqual(aRun({ status: 'succeeded', finishedAt: end }));
    expect(await store.completeRun(theRun, end + 1)).toBe('over');
    expect(await dump(store)).toEqual(before);
  },

  async 'a run with a task that is blocked or given up has failed'({ store }) {
    await startRun(store, [taskAfter('a'), taskAfter('b', 'a'), taskAfter('c')]);
    await finish(store, await claimSoon(store), 'blocked');
    await finish(store, await claimSoon(store), 'succeeded');
    expect(await store.completeRun(theRun, end)).toBe('completed');
    expect(await store.loadRun(theRun)).toEqual(aRun({ status: 'failed', finishedAt: end }));
  },

  async 'of many that complete a run, one does'({ store, reopen }) {
    await startRun(store, []);
    const others = [store, await reopen(), await reopen()];
    const outcomes = await Promise.all(others.map((one) => one.completeRun(theRun, end)));
    expect(outcomes.toSorted()).toEqual(['completed', 'over', 'over']);
  },

  async 'a plan and a completion at once never leave an open task in a closed run'({
    store,
    reopen,
  }) {
    const other = await reopen();
    for (let round = 0; round < rounds; round += 1) {
      const id = runId(`run-${round}`);
      await startRun(store, [], id);
      const tasks = ['a', 'b', 'c'].map((name) => ({ ...taskAfter(name), runId: id }));
      const [planned, completed] = await Promise.all([
        other.addTasks({ runId: id, batch: 'plan-2', tasks, now: t0 }),
        store.completeRun(id, end),
      ]);
      const listed = await store.listTasks(id);
      expect([planned.kind, completed, listed.length]).toEqual(
        completed === 'completed' ? ['run-over', 'completed', 0] : ['added', 'open', 3],
      );
    }
  },
};
