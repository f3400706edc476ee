import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '#model/attempt.ts';
import type { Task } from '#model/task.ts';
import type { ClaimOutcome, RunStore } from '#model/needs/run-store.ts';
import {
  aBaseline,
  aFinding,
  anAcceptedDiff,
  anArtifact,
  aNewTask,
  anAttemptResult,
  anAttemptStart,
  aRun,
  runId,
  t0,
  taskId,
  workerId,
} from '../../support/samples.ts';
import { atEveryPoint, type StopPoint, survives } from '../../support/stop-point.ts';
import type { CrashHarness } from './harness.ts';

interface Story {
  /** What happened before, undisturbed. */
  readonly before: (store: RunStore) => Promise<void>;
  /** What is stopped, and then done again by the next process. */
  readonly operation: (store: RunStore) => Promise<unknown>;
  /** Task statuses when everything has been worked off afterwards. */
  readonly outcome: Readonly<Record<string, Task['status']>>;
}

const run = runId('run-1');
const hour = 3_600_000;

/** a and b free c (both needed), c frees d. */
const diamond = [
  aNewTask({ id: 'a', fingerprint: 'fa', priority: 1 }),
  aNewTask({ id: 'b', fingerprint: 'fb', priority: 2 }),
  aNewTask({ id: 'c', fingerprint: 'fc', priority: 0, dependsOn: ['a', 'b'] }),
  aNewTask({ id: 'd', fingerprint: 'fd', priority: 0, dependsOn: ['c'] }),
];

const plan = (store: RunStore) =>
  store.addTasks({ runId: run, batch: 'plan-1', tasks: diamond, now: t0 });

const planned = async (store: RunStore): Promise<void> => {
  await store.createRun(aRun());
  await plan(store);
};

const claim = (store: RunStore, now: number, worker = 'worker-1'): Promise<ClaimOutcome> =>
  store.claimNextTask({
    runId: run,
    worker: workerId(worker),
    now,
    leaseMs: 60_000,
    token: `${worker}@${now}`,
    claimers: 1,
  });

const claimed = async (store: RunStore): Promise<void> => {
  await planned(store);
  await claim(store, t0);
};

const finish = (store: RunStore, different: Partial<AttemptResult>) =>
  store.finishAttempt(anAttemptResult({ taskId: 'a', ...different }));

const close = (store: RunStore, now: number) =>
  store.updateRunStatus({ runId: run, status: 'succeeded', now });

const done = { a: 'succeeded', b: 'succeeded', c: 'succeeded', d: 'succeeded' } as const;
const lost = { a: 'abandoned', b: 'succeeded', c: 'abandoned', d: 'abandoned' } as const;

const stories: Readonly<Record<string, Story>> = {
  createRun: {
    before: async () => undefined,
    operation: (store) => store.createRun(aRun({ workspaceId: 'workspace-1' })),
    outcome: done,
  },
  addTasks: {
    before: async (store) => void (await store.createRun(aRun())),
    operation: plan,
    outcome: done,
  },
  'addTasks that depend on finished and unfinished tasks': {
    before: async (store) => {
      await claimed(store);
      await finish(store, {});
    },
    operation: (store) =>
      store.addTasks({
        runId: run,
        batch: 'plan-2',
        now: t0,
        tasks: [
          aNewTask({ id: 'e', fingerprint: 'fe', dependsOn: ['a'] }),
          aNewTask({ id: 'f', fingerprint: 'ff', dependsOn: ['a', 'b'] }),
        ],
      }),
    outcome: { ...done, e: 'succeeded', f: 'succeeded' },
  },
  claimNextTask: { before: planned, operation: (store) => claim(store, t0), outcome: done },
  'claimNextTask that repairs': {
    before: async (store) => {
      await claimed(store);
      await claim(store, t0 + 1, 'worker-2');
    },
    operation: (store) => claim(store, t0 + hour, 'worker-3'),
    outcome: done,
  },
  renewLease: {
    before: claimed,
    operation: (store) =>
      store.renewLease({ runId: run, taskId: taskId('a'), fence: 1, until: t0 + 90_000 }),
    outcome: done,
  },
  createAttempt: {
    before: claimed,
    operation: (store) => store.createAttempt(anAttemptStart({ taskId: 'a' })),
    outcome: done,
  },
  'finishAttempt that succeeds': {
    before: claimed,
    operation: (store) => finish(store, {}),
    outcome: done,
  },
  'finishAttempt that frees the last dependant': {
    before: async (store) => {
      await claimed(store);
      await claim(store, t0 + 1, 'worker-2');
      await finish(store, { taskId: taskId('b') });
    },
    operation: (store) => finish(store, { summary: { long: 'x'.repeat(50_000) } }),
    outcome: done,
  },
  'finishAttempt that fails and is tried again': {
    before: claimed,
    operation: (store) => finish(store, { outcome: 'failed', reason: 'no luck' }),
    outcome: done,
  },
  'finishAttempt of a second attempt': {
    before: async (store) => {
      await claimed(store);
      await finish(store, { outcome: 'failed' });
      await claim(store, t0 + 40_000);
    },
    operation: (store) => finish(store, { attemptNo: 2, finishedAt: t0 + 50_000 }),
    outcome: done,
  },
  'updateTaskStatus that gives up a task and all behind it': {
    before: claimed,
    operation: (store) =>
      store.updateTaskStatus({
        runId: run,
        taskId: taskId('a'),
        from: ['running', 'queued', 'abandoned'],
        to: 'abandoned',
        reason: 'an operator said so',
        now: t0,
      }),
    outcome: lost,
  },
  addFindings: {
    before: planned,
    operation: (store) =>
      store.addFindings({ runId: run, tool: 'pytest', stage: 'start', findings: [aFinding()] }),
    outcome: done,
  },
  'updateRunStatus with a long summary': {
    before: planned,
    operation: (store) =>
      store.updateRunStatus({
        runId: run,
        status: 'running',
        summary: { text: 'x'.repeat(50_000) },
        now: t0,
      }),
    outcome: done,
  },
  recordAccepted: {
    before: planned,
    operation: (store) => store.recordAccepted(anAcceptedDiff({ taskId: 'a' })),
    outcome: done,
  },
  addArtifact: {
    before: planned,
    operation: (store) => store.addArtifact(anArtifact()),
    outcome: done,
  },
  recordBaseline: {
    before: planned,
    operation: (store) => store.recordBaseline(aBaseline()),
    outcome: done,
  },
  'updateRunStatus that closes the run': {
    before: async (store) => {
      await planned(store);
      await workOff(store);
    },
    operation: (store) => close(store, t0 + hour),
    outcome: done,
  },
};

/** Stops every operation of the store at every write and shows that its repetition mends all. */
export function runStoreCrashContract(harness: CrashHarness): void {
  describe(`stopped at any write: run store on ${harness.name}`, () => {
    it.each(Object.entries(stories))('%s', async (_name, story) => {
      const expected = await lived(harness, story);
      const points = await atEveryPoint((point) =>
        dieAndRepeat({ harness, story, point, expected }),
      );
      expect(points, 'the operation writes').toBeGreaterThan(0);
    });
  });
}

async function dieAndRepeat({
  harness,
  story,
  point,
  expected,
}: {
  readonly harness: CrashHarness;
  readonly story: Story;
  readonly point: StopPoint;
  readonly expected: unknown;
}): Promise<void> {
  const site = await harness.open();
  await story.before((await site.start()).runs);
  const dying = (await site.start(point)).runs;
  const survived = await survives(() => story.operation(dying));
  expect(survived).toBe(!point.reached);
  const { runs } = await site.start();
  await story.operation(runs);
  expect(await ending(runs, story)).toEqual(expected);
  await site.close();
}

async function lived(harness: CrashHarness, story: Story) {
  const site = await harness.open();
  const { runs } = await site.start();
  await story.before(runs);
  await story.operation(runs);
  const expected = await ending(runs, story);
  await site.close();
  return expected;
}

/** Works off what is left, as later workers would, and tells what came of it all. */
async function ending(store: RunStore, story: Story) {
  await store.createRun(aRun());
  if ((await store.listTasks(run)).length === 0) await plan(store);
  await workOff(store);
  const tasks = await store.listTasks(run);
  const statuses = Object.fromEntries(tasks.map(({ id, status }) => [id, status]));
  expect(statuses).toEqual(story.outcome);
  expect(await close(store, t0 + 2 * hour)).toMatch(/updated|over/);
  expect((await store.loadRun(run))?.status).toBe('succeeded');
  const attempts = await store.listAttempts(run);
  expect(attempts.filter(({ status }) => status === 'running')).toEqual([]);
  const wins = attempts.filter(({ status }) => status === 'succeeded').map(({ taskId: id }) => id);
  expect(wins.toSorted()).toEqual(
    Object.keys(statuses)
      .filter((id) => statuses[id] === 'succeeded')
      .toSorted(),
  );
  const { findings, artifacts } = (await store.summarizeRun(run)) ?? {};
  const { summary } = (await store.loadRun(run)) ?? {};
  const accepted = await store.listAccepted(run);
  const baselines = await store.findBaselines(aBaseline().repository, aBaseline().commit);
  const endings = attempts.map(({ taskId: id, status }) => `${id} ${status}`).toSorted();
  return { statuses, endings, findings, artifacts, summary, accepted, baselines };
}

async function workOff(store: RunStore): Promise<void> {
  for (let now = t0 + hour; now < t0 + 2 * hour; now += 70_000) {
    const outcome = await claim(store, now, 'worker-9');
    if (outcome.kind === 'complete') return;
    if (outcome.kind === 'idle') continue;
    const { id, attemptNo } = outcome.task;
    await store.finishAttempt(anAttemptResult({ taskId: id, attemptNo, finishedAt: now + 1 }));
  }
  throw new Error('the run is stuck');
}
