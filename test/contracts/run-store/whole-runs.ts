import { expect } from 'vitest';
import { summarizeRunParts } from '#repair/rules/tasks/summary.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import {
  aFinding,
  anAcceptedDiff,
  anArtifact,
  anAttemptStart,
  runId,
  t0,
} from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import {
  claim,
  claimSoon,
  dump,
  finish,
  freeLostTask,
  holdTwoTasks,
  resultOf,
  startRun,
  taskAfter,
  tasksOf,
  theRun,
} from './steps.ts';

const otherRun = runId('run-10');

export const summaries: Promises<RunStore> = {
  async 'count what the run consists of'({ store, reopen, settle }) {
    await startRun(
      store,
      ['a', 'b', 'c', 'd'].map((id) => taskAfter(id)),
    );
    await settle();
    for (const [index, outcome] of (['succeeded', 'failed', 'blocked'] as const).entries()) {
      const task = await claimSoon(store);
      await store.createAttempt(anAttemptStart({ taskId: task.id }));
      const cost = { usd: 0.25 * (index + 1), source: 'metered' } as const;
      await store.finishAttempt(resultOf(task, outcome, { cost }));
    }
    const vanishing = await claimSoon(store);
    await store.createAttempt(anAttemptStart({ taskId: vanishing.id }));
    await store.addFindings({
      runId: theRun,
      tool: 'ruff',
      stage: 'start',
      findings: [aFinding()],
    });
    await store.addArtifact(anArtifact({ sizeBytes: 100 }));
    await store.addArtifact(anArtifact({ name: 'b', sizeBytes: 11 }));
    const summary = await (await reopen()).summarizeRun(theRun);
    expect(summary).toMatchObject({
      tasks: { queued: 1, running: 1, succeeded: 1, blocked: 1, abandoned: 0 },
      attempts: { running: 1, succeeded: 1, failed: 2 },
      artifacts: { count: 2, bytes: 111 },
      usd: 1.5,
    });
    expect(summary).toEqual(await counted(store));
  },

  async 'count the attempt of a vanished worker as failed'({ store }) {
    await holdTwoTasks(store);
    await store.createAttempt(anAttemptStart({ taskId: 'a' }));
    await freeLostTask(store, t0 + 600_000);
    const summary = await store.summarizeRun(theRun);
    expect(summary?.attempts).toEqual({ running: 0, succeeded: 0, failed: 1 });
  },

  async 'count nothing in an empty run and know no other'({ store }) {
    await startRun(store, []);
    expect(await store.summarizeRun(theRun)).toEqual(await counted(store));
    expect(await store.summarizeRun(otherRun)).toBeUndefined();
  },
};

export const separation: Promises<RunStore> = {
  async 'two runs with the same names in them do not meet'({ store, settle }) {
    const tasks = [taskAfter('a'), taskAfter('b', 'a')];
    await startRun(store, tasks);
    await startRun(
      store,
      tasks.map((task) => ({ ...task, runId: otherRun })),
      otherRun,
    );
    await settle();
    const untouched = await dump(store, otherRun);
    await finish(store, await claimSoon(store), 'failed');
    const again = await claimSoon(store, { now: t0 + 600_000 });
    await store.createAttempt(anAttemptStart({ taskId: 'a', attemptNo: 2 }));
    await finish(store, again, 'succeeded');
    await store.addFindings({
      runId: theRun,
      tool: 'ruff',
      stage: 'start',
      findings: [aFinding()],
    });
    await store.addArtifact(anArtifact());
    await store.recordAccepted(anAcceptedDiff());
    await finish(store, await claimSoon(store, { now: t0 + 600_000 }), 'blocked');
    expect(await store.claimNextTask(claim({ now: t0 + 600_000 }))).toEqual({ kind: 'complete' });
    const end = { runId: theRun, status: 'failed', now: t0 + 600_000 } as const;
    expect(await store.updateRunStatus(end)).toBe('updated');
    expect(await dump(store, otherRun)).toEqual(untouched);
    expect(await claimSoon(store, { runId: otherRun })).toMatchObject({
      id: 'a',
      runId: otherRun,
      attemptNo: 1,
    });
    expect((await tasksOf(store))['a']).toMatchObject({ status: 'succeeded', attemptNo: 2 });
  },
};

async function counted(store: RunStore) {
  const run = await store.loadRun(theRun);
  if (run === undefined) throw new Error('The run is gone');
  return summarizeRunParts({
    run,
    tasks: await store.listTasks(theRun),
    attempts: await store.listAttempts(theRun),
    findings: await store.countFindings(theRun),
    artifacts: await store.listArtifacts(theRun),
  });
}
