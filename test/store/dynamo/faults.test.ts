import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  aNewTask,
  anAttemptResult,
  aRun,
  aTransition,
  aWorkspaceState,
  runId,
  t0,
  taskId,
  workerId,
  workspaceId,
} from '../../support/samples.ts';
import { connect, type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { startFaultyProxy } from '../../support/faulty-proxy.ts';
import { broken, faults, faultyTable } from './faulty-table.ts';
import { freshArtifacts, storesOn } from './stores.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

const run = runId('run-1');
const id = workspaceId('workspace-1');
const claimOfA = {
  runId: run,
  worker: workerId('worker-1'),
  now: t0,
  leaseMs: 60_000,
  token: 'claim-of-a',
  claimers: 1,
};

describe.each(Object.entries(faults))('when a write meets: %s', (_name, fault) => {
  it('a claim takes one task, once', async () => {
    const table = await freshTable(endpoint);
    const artifacts = await freshArtifacts();
    const { runs } = storesOn(table, artifacts);
    await runs.createRun(aRun());
    const tasks = ['a', 'b'].map((name) => aNewTask({ id: name, fingerprint: name }));
    await runs.addTasks({ runId: run, batch: 'plan-1', tasks, now: t0 });
    const faulty = await faultyTable(endpoint, {
      table,
      target: /UpdateItem .*lease = :lease/,
      fault,
    });
    const outcome = await storesOn(faulty, artifacts).runs.claimNextTask(claimOfA);
    expect(outcome).toMatchObject({ kind: 'claimed', task: { id: 'a', attemptNo: 1 } });
    const statuses = (await runs.listTasks(run)).map(({ status }) => status);
    expect(statuses).toEqual(['running', 'queued']);
  });

  it('a result is accepted, once', async () => {
    const table = await freshTable(endpoint);
    const artifacts = await freshArtifacts();
    const { runs } = storesOn(table, artifacts);
    await runs.createRun(aRun());
    await runs.addTasks({
      runId: run,
      batch: 'plan-1',
      tasks: [aNewTask({ id: 'a' })],
      now: t0,
    });
    await runs.claimNextTask(claimOfA);
    const faulty = await faultyTable(endpoint, { table, target: /UpdateItem .*TASK#a/, fault });
    const failed = anAttemptResult({ taskId: 'a', outcome: 'failed' });
    const outcome = await storesOn(faulty, artifacts).runs.finishAttempt(failed);
    expect(outcome).toMatchObject({ kind: 'accepted', task: { status: 'queued', failures: 1 } });
    expect((await runs.listTasks(run))[0]).toMatchObject({ failures: 1, attemptNo: 1 });
    expect(await runs.listAttempts(run)).toMatchObject([{ attemptNo: 1, status: 'failed' }]);
  });

  it('a decision is committed, once', async () => {
    const table = await freshTable(endpoint);
    const artifacts = await freshArtifacts();
    const { workspaces } = storesOn(table, artifacts);
    await workspaces.create(aWorkspaceState(), t0);
    const seen = await workspaces.load(id);
    const faulty = storesOn(
      await faultyTable(endpoint, { table, target: /UpdateItem/, fault }),
      artifacts,
    ).workspaces;
    const { rev: _, workspaceId: __, ...transition } = aTransition();
    const next = aWorkspaceState({ consecutiveFixupAttempts: 1 });
    expect(seen).toBeDefined();
    const outcome = await faulty.commit({
      seen: seen ?? { state: next, rev: 0, wakeSeq: 0 },
      next,
      transition,
      commands: [],
      dueAt: t0 + 60_000,
      now: t0,
      token: 'decision-1',
    });
    expect(outcome).toMatchObject({ kind: 'committed', head: { rev: 2, dueAt: t0 + 60_000 } });
    expect(await workspaces.load(id)).toMatchObject({ rev: 2, state: next });
    expect(await workspaces.listTransitions({ id, now: t0, limit: 9 })).toHaveLength(1);
  });

  it('a run can be made and closed', async () => {
    const table = await freshTable(endpoint);
    const artifacts = await freshArtifacts();
    const making = storesOn(
      await faultyTable(endpoint, { table, target: /PutItem/, fault }),
      artifacts,
    ).runs;
    expect(await making.createRun(aRun())).toMatch(/created|exists/);
    const closing = storesOn(
      await faultyTable(endpoint, { table, target: /UpdateItem/, fault }),
      artifacts,
    ).runs;
    const end = { runId: run, status: 'succeeded', now: t0 } as const;
    expect(await closing.updateRunStatus(end)).toMatch(/updated|over/);
    expect(await closing.loadRun(run)).toMatchObject({ status: 'succeeded' });
  });
});

describe('when the service is away for good', () => {
  it('the caller learns it and nothing is half-written', async () => {
    const table = await freshTable(endpoint);
    const artifacts = await freshArtifacts();
    const { runs } = storesOn(table, artifacts);
    await runs.createRun(aRun());
    await runs.addTasks({ runId: run, batch: 'p', tasks: [aNewTask({ id: 'a' })], now: t0 });
    const before = await runs.listTasks(run);
    const proxy = await startFaultyProxy({ target: endpoint.url, plan: () => broken });
    onTestFinished(() => proxy.stop());
    const away = { client: connect(proxy.endpoint), name: table.name };
    await expect(storesOn(away, artifacts).runs.claimNextTask(claimOfA)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 500 },
    });
    expect(proxy.requests.length, 'it was tried more than once').toBeGreaterThan(2);
    expect(await runs.listTasks(run)).toEqual(before);
  });

  it('an answer that never comes is given up and tried again', async () => {
    const table = await freshTable(endpoint);
    await storesOn(table, await freshArtifacts()).workspaces.create(aWorkspaceState(), t0);
    const proxy = await startFaultyProxy({
      target: endpoint.url,
      plan: ({ count }) => (count === 1 ? { kind: 'delay', milliseconds: 30_000 } : undefined),
    });
    onTestFinished(() => proxy.stop());
    const stalled = { client: connect(proxy.endpoint, 5_000), name: table.name };
    const { workspaces } = storesOn(stalled, await freshArtifacts());
    expect(await workspaces.load(id)).toMatchObject({ rev: 1 });
    // On a machine that has much else to do the next answer may come too late as well.
    expect(proxy.requests.length).toBeGreaterThan(1);
  });
});

describe('what does not fit into an item', () => {
  it('is refused with a sentence that says what to do, and nothing is written', async () => {
    const table = await freshTable(endpoint);
    const { runs } = storesOn(table, await freshArtifacts());
    await runs.createRun(aRun());
    const files = Array.from({ length: 9_000 }, (_, n) => `src/${'x'.repeat(50)}${n}.py`);
    const wide = aNewTask({ id: 'a', targets: { files, testIds: [], modules: [] } });
    const adding = runs.addTasks({ runId: run, batch: 'plan-1', tasks: [wide], now: t0 });
    await expect(adding).rejects.toThrow(/400 KB.*nothing was written.*artifacts/s);
    expect(await runs.listTasks(run)).toEqual([]);
  });

  it('goes to an artifact when it is a summary', async () => {
    const table = await freshTable(endpoint);
    const artifacts = await freshArtifacts();
    const { runs } = storesOn(table, artifacts);
    await runs.createRun(aRun());
    await runs.addTasks({ runId: run, batch: 'p', tasks: [aNewTask({ id: 'a' })], now: t0 });
    await runs.claimNextTask(claimOfA);
    const summary = { text: 'é'.repeat(500_000), '': '', 'pfad/ü/文件.py': '' };
    const stored: string[] = [];
    const watched = {
      ...artifacts,
      put: (...args: Parameters<typeof artifacts.put>) => {
        stored.push(args[0].name);
        return artifacts.put(...args);
      },
    };
    const result = anAttemptResult({ taskId: taskId('a'), summary });
    expect(await storesOn(table, watched).runs.finishAttempt(result)).toMatchObject({
      kind: 'accepted',
    });
    expect(stored).toEqual([expect.stringMatching(/^overflow\/[0-9a-f]{64}\.json$/)]);
    expect((await runs.listAttempts(run))[0]?.summary).toEqual(summary);
  });
});

describe('a table that is not what the stores need', () => {
  it('is named in one sentence before anything else fails', async () => {
    const missing = storesOn(
      { client: connect(endpoint.url), name: 'nowhere' },
      await freshArtifacts(),
    );
    await expect(missing.runs.init()).rejects.toThrow(
      'DynamoDB table nowhere does not exist: deploy the stack, or check RATCHETR_TABLE.',
    );
    await expect(missing.workspaces.init()).rejects.toThrow(/nowhere does not exist/);
    await expect(
      storesOn(await freshTable(endpoint), await freshArtifacts()).runs.init(),
    ).resolves.toBeUndefined();
  });
});
