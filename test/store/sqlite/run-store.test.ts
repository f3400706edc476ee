import { describe, expect, it } from 'vitest';
import { completeAttempt } from '#repair/rules/tasks/attempts.ts';
import {
  aFinding,
  aNewTask,
  anArtifact,
  anAttemptResult,
  anAttemptStart,
  aRun,
  runId,
  t0,
  taskId,
  workerId,
} from '../../support/samples.ts';
import { claimed } from '../../contracts/run-store/steps.ts';
import { dump, freshPath, freshStores, openStores, type Stores } from './stores.ts';

const run = runId('run-1');

describe('a claim on SQLite', () => {
  it('writes the row that the rule makes, also of a task that paused', async () => {
    const { runs, database } = await planned();
    database.run("UPDATE tasks SET not_before = ?, status_reason = 'no luck'", t0);
    const [before] = await runs.listTasks(run);
    const lease = { worker: workerId('worker-3'), until: t0 + 70_000, token: 'token-3' };
    const request = { runId: run, worker: lease.worker, now: t0 + 10_000, leaseMs: 60_000 };
    await runs.claimNextTask({ ...request, token: lease.token, claimers: 1 });
    const [after] = await runs.listTasks(run);
    expect(before).toMatchObject({ notBefore: t0, statusReason: 'no luck' });
    expect(after).toStrictEqual(before && claimed(before, lease, t0 + 10_000));
  });

  it('gives nothing of a run that is over', async () => {
    const { runs } = await planned();
    await runs.updateRunStatus({ runId: run, status: 'aborted', now: t0 });
    expect(await claim({ runs })).toEqual({ kind: 'complete' });
    expect(await runs.listTasks(run)).toMatchObject([{ status: 'queued', attemptNo: 0 }]);
  });
});

describe('a result on SQLite', () => {
  it.each([
    ['of another time', { finishedAt: anAttemptResult().finishedAt + 1 }],
    ['of another outcome', { outcome: 'failed' }],
  ] as const)('%s than the accepted one is stale', async (_, different) => {
    const { runs, database } = await planned();
    await claim({ runs });
    await runs.finishAttempt(anAttemptResult());
    const before = dump(database);
    expect(await runs.finishAttempt(anAttemptResult(different))).toEqual({ kind: 'stale' });
    expect(dump(database)).toEqual(before);
    expect(await runs.finishAttempt(anAttemptResult())).toMatchObject({ kind: 'accepted' });
  });
});

describe('reading on SQLite', () => {
  it('sees attempts and tasks of one moment, whoever writes in between', async () => {
    const path = await freshPath();
    const writer = await openStores(path);
    let finished: Promise<unknown> | undefined;
    const reader = await openStores(path, (sql) => {
      if (sql.includes('FROM tasks')) finished ??= writer.runs.finishAttempt(anAttemptResult());
    });
    await plan(writer);
    await claim(writer);
    await writer.runs.createAttempt(anAttemptStart());
    expect(await reader.runs.listAttempts(run)).toMatchObject([{ status: 'running' }]);
    expect(await finished).toMatchObject({ kind: 'accepted' });
    expect(await reader.runs.listAttempts(run)).toMatchObject([{ status: 'succeeded' }]);
  });
});

describe('a worker whose clock is ahead', () => {
  it('does not end the leases of others by its result', async () => {
    const { runs } = await planned({ id: 'a' });
    const tasks = [aNewTask({ id: 'b' }), aNewTask({ id: 'c', dependsOn: ['a', 'b'] })];
    await runs.addTasks({ runId: run, batch: 'plan-2', tasks, now: t0 });
    await claim({ runs });
    await claim({ runs }, 'token-2');
    await runs.finishAttempt(anAttemptResult({ taskId: 'a', finishedAt: t0 + 3_600_000 }));
    expect(await runs.listTasks(run)).toMatchObject([
      { id: 'a', status: 'succeeded' },
      { id: 'b', status: 'running', leaseLosses: 0 },
      { id: 'c', status: 'queued' },
    ]);
  });
});

describe('what belongs together on SQLite', () => {
  it('tells which findings a task covers, by their rows', async () => {
    const { runs, database } = await planned({ findingIds: ['finding-2', 'finding-9'] });
    const findings = [aFinding(), aFinding({ id: 'finding-2' })];
    await runs.addFindings({ runId: run, tool: 'pytest', stage: 'start', findings });
    const covered = database.all(
      `SELECT tasks.task_id AS task, findings.finding_id AS finding FROM task_findings
       JOIN tasks ON tasks.id = task_findings.task_id
       JOIN findings ON findings.id = task_findings.finding_id`,
    );
    expect(covered).toEqual([{ task: 'task-1', finding: 'finding-2' }]);
  });

  it.each([
    ['an artifact', ({ runs }: Stores) => runs.addArtifact(anArtifact({ runId: 'nowhere' }))],
    ['an attempt', ({ runs }: Stores) => runs.createAttempt(anAttemptStart({ taskId: 'nowhere' }))],
  ])('refuses %s of nothing', async (_, add) => {
    const stores = await planned();
    await expect(add(stores)).rejects.toThrow('this belongs to a run or task that is not there');
  });

  it('refuses a task that could not be read again, and the plan with it', async () => {
    const { runs } = await planned();
    const tasks = [aNewTask({ id: 'b' }), { ...aNewTask({ id: 'c' }), title: 'x'.repeat(301) }];
    const added = runs.addTasks({ runId: run, batch: 'plan-2', tasks, now: t0 });
    await expect(added).rejects.toThrow(/This task cannot be stored[\s\S]*at title/);
    expect((await runs.listTasks(run)).map(({ id }) => id)).toEqual(['task-1']);
  });

  it('keeps the beginning of an attempt that its worker told, and presumes one otherwise', async () => {
    for (const told of [true, false]) {
      const { runs } = await planned();
      await claim({ runs });
      const start = anAttemptStart({ startedAt: t0 + 3, agentName: 'codex' });
      if (told) await runs.createAttempt(start);
      await runs.finishAttempt(anAttemptResult());
      const presumed = anAttemptStart({ startedAt: t0, agentName: 'unknown' });
      expect(await runs.listAttempts(run, taskId('task-1'))).toStrictEqual([
        completeAttempt(told ? start : presumed, anAttemptResult()),
      ]);
    }
  });
});

async function planned(different: Parameters<typeof aNewTask>[0] = {}): Promise<Stores> {
  const stores = await freshStores();
  await plan(stores, different);
  return stores;
}

async function plan(
  { runs }: Stores,
  different: Parameters<typeof aNewTask>[0] = {},
): Promise<void> {
  await runs.createRun(aRun());
  const tasks = [aNewTask(different)];
  await runs.addTasks({ runId: run, batch: 'plan-1', tasks, now: t0 });
}

function claim({ runs }: Pick<Stores, 'runs'>, token = 'token-1') {
  const worker = workerId('worker-1');
  const request = { runId: run, worker, now: t0, leaseMs: 60_000, token };
  return runs.claimNextTask({ ...request, claimers: 1 });
}
