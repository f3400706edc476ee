import { expect } from 'vitest';
import type { Attempt } from '#model/attempt.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { awkwardTexts, noise } from '../../support/noise.ts';
import { anAttemptStart, t0, taskId, workerId } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import {
  claimSoon,
  finish,
  freeLostTask,
  holdTwoTasks,
  resultOf,
  startRun,
  taskAfter,
  theRun,
} from './steps.ts';

const megabyte = 1_024 * 1_024;
const start = anAttemptStart({ taskId: 'a' });

export const attempts: Promises<RunStore> = {
  async 'an attempt under way is listed as it began'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    await claimSoon(store, { now: t0 });
    expect(await store.createAttempt(start)).toBe('created');
    expect(await listed(await reopen())).toEqual([{ ...start, status: 'running' }]);
  },

  async 'an attempt begins once'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    const task = await claimSoon(store, { now: t0 });
    await store.createAttempt(start);
    const again = { ...start, agentName: 'another', startedAt: t0 + 9 };
    expect(await (await reopen()).createAttempt(again)).toBe('exists');
    expect(await listed(store)).toEqual([{ ...start, status: 'running' }]);
    await finish(store, task, 'succeeded');
    const ended = await listed(store);
    expect(await store.createAttempt(again)).toBe('exists');
    expect(await listed(store)).toEqual(ended);
  },

  async 'an attempt that ended is listed with all that was reported'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    const task = await claimSoon(store, { now: t0 });
    await store.createAttempt(start);
    const { outcome, ...facts } = resultOf(task, 'failed', {
      agentExitCode: 0,
      validationExitCode: 137,
      diffStats: { filesChanged: 1, insertions: 2, deletions: 3 },
      verdict: { kind: 'rejected', reasons: [{ code: 'TOO_LARGE', sentence: 'Too much.' }] },
      cost: { usd: 0.1, source: 'metered', model: 'large-1', inputTokens: 5 },
      artifacts: ['attempts/a/1/patch.diff', 'attempts/a/1/Gr\u00f6\u00dfe.log'],
      summary: { texts: [...awkwardTexts], '': null },
      reason: 'e\u0301',
    });
    await store.finishAttempt({ ...facts, outcome });
    expect(await listed(await reopen())).toEqual([{ ...start, ...facts, status: 'failed' }]);
  },

  async 'waiting for a person is no success'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const task = await claimSoon(store, { now: t0 });
    await store.createAttempt(start);
    await finish(store, task, 'blocked');
    expect(await listed(store)).toMatchObject([{ attemptNo: 1, status: 'failed' }]);
  },

  async 'an attempt nobody announced is recorded by its end'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const task = await claimSoon(store, { now: t0, worker: workerId('worker-9') });
    await finish(store, task, 'succeeded');
    expect(await listed(store)).toMatchObject([
      {
        attemptNo: 1,
        agentName: 'unknown',
        worker: 'worker-9',
        startedAt: t0,
        status: 'succeeded',
      },
    ]);
  },

  async 'a summary of a megabyte comes back whole'({ store, reopen }) {
    await startRun(store, [taskAfter('a')]);
    const task = await claimSoon(store, { now: t0 });
    const summary = { log: noise(megabyte), more: { numbers: [1, 2, 3] } };
    await store.createAttempt(start);
    const result = resultOf(task, 'succeeded', { summary });
    expect((await store.finishAttempt(result)).kind).toBe('accepted');
    expect((await listed(await reopen()))[0]?.summary).toEqual(summary);
    expect((await store.finishAttempt(result)).kind).toBe('accepted');
    expect(await listed(store)).toHaveLength(1);
  },

  async 'an attempt whose worker vanished is shown as failed'({ store }) {
    await holdTwoTasks(store);
    await store.createAttempt(start);
    await freeLostTask(store, t0 + 600_000);
    const vanished = { ...start, status: 'failed', reason: 'worker worker-1 vanished' };
    expect(await listed(store)).toEqual([vanished]);
    await claimSoon(store, { now: t0 + 600_000, worker: workerId('worker-2') });
    const second = { ...start, attemptNo: 2, worker: workerId('worker-2') };
    await store.createAttempt(second);
    expect(await listed(store)).toEqual([vanished, { ...second, status: 'running' }]);
  },

  async 'lists the attempts of one task or of all'({ store, settle }) {
    await startRun(store, [taskAfter('a'), taskAfter('a-1'), taskAfter('a:2')]);
    await settle();
    for (const id of ['a', 'a-1', 'a:2']) {
      const task = await claimSoon(store, { now: t0 });
      await store.createAttempt(anAttemptStart({ taskId: id }));
      await finish(store, task, 'failed');
      await store.createAttempt(anAttemptStart({ taskId: id, attemptNo: 2 }));
    }
    expect(await listed(store)).toHaveLength(6);
    const ofOne = await store.listAttempts(theRun, taskId('a'));
    expect(ofOne.map(({ taskId: id, attemptNo }) => `${id}/${attemptNo}`).toSorted()).toEqual([
      'a/1',
      'a/2',
    ]);
    expect(await store.listAttempts(theRun, taskId('nowhere'))).toEqual([]);
  },
};

async function listed(store: RunStore): Promise<readonly Attempt[]> {
  const all = await store.listAttempts(theRun);
  return all.toSorted((one, two) => one.attemptNo - two.attemptNo);
}
