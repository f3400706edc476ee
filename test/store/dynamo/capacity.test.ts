import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCapacity } from '#store/dynamo/capacity.ts';
import { createDynamoCapacityPool } from '#store/dynamo/capacity-pool.ts';
import type { Launch, LaunchOutcome, Launcher, WorkerState } from '#ratchet/needs/launcher.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { runId, workspaceId } from '../../support/samples.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

const leaseMs = 3_600_000;

function launchOf(name: number, number = 1): Launch {
  return { runId: runId(`run-${name}`), kind: 'fixup', number, workspaceId: workspaceId('w') };
}

/** Launchers of two processes over one pool, and what the machine behind them answers. */
async function openLaunchers(size: number) {
  const table = await freshTable(endpoint);
  const clock = createManualClock();
  const states = new Map<string, WorkerState>();
  const next: { answer?: LaunchOutcome | Error } = {};
  const behind: Launcher = {
    launch: async ({ runId: id, number }) => {
      const { answer } = next;
      delete next.answer;
      if (answer instanceof Error) throw answer;
      if (answer !== undefined) return answer;
      const taskRef = `task/${id}-${number}`;
      states.set(taskRef, { kind: 'alive' });
      return { kind: 'launched', taskRef };
    },
    describe: async (refs) =>
      new Map(refs.map((ref) => [ref, states.get(ref) ?? { kind: 'unknown' }])),
    stop: async () => undefined,
  };
  const open = () =>
    withCapacity(behind, { pool: createDynamoCapacityPool(table, size), clock, leaseMs });
  return { launcher: open(), other: open(), states, next, clock };
}

const launched = { kind: 'launched' };
const full = { kind: 'later', reason: 'All 1 worker slots are taken.' };

describe('a launcher with places', () => {
  it('launches as many as there are, and the same worker again without a place more', async () => {
    const { launcher, other } = await openLaunchers(1);
    expect(await launcher.launch(launchOf(1))).toMatchObject(launched);
    expect(await other.launch(launchOf(2))).toEqual(full);
    expect(await other.launch(launchOf(1))).toMatchObject(launched);
    expect(await other.launch(launchOf(2))).toEqual(full);
  });

  it('has the place again when the worker is stopped', async () => {
    const { launcher, other } = await openLaunchers(1);
    await launcher.launch(launchOf(1));
    await other.stop('task/run-1-1', 'over');
    expect(await launcher.launch(launchOf(2))).toMatchObject(launched);
  });

  it('has the place again when the worker is seen to be over, and not before', async () => {
    const { launcher, other, states } = await openLaunchers(1);
    await launcher.launch(launchOf(1));
    await other.describe(['task/run-1-1', 'task/nobody']);
    expect(await launcher.launch(launchOf(2))).toEqual(full);
    states.set('task/run-1-1', { kind: 'stopped', reason: 'done' });
    const seen = await other.describe(['task/run-1-1', 'task/nobody']);
    expect([...seen.values()].map(({ kind }) => kind)).toEqual(['stopped', 'unknown']);
    expect(await launcher.launch(launchOf(2))).toMatchObject(launched);
  });

  it.each(['later', 'refused'] as const)(
    'has the place again when the launch is %s',
    async (kind) => {
      const { launcher, next } = await openLaunchers(1);
      next.answer = { kind, reason: 'no' };
      expect(await launcher.launch(launchOf(1))).toEqual({ kind, reason: 'no' });
      expect(await launcher.launch(launchOf(2))).toMatchObject(launched);
    },
  );

  it('keeps the place of a launch of which nobody knows what came of it', async () => {
    const { launcher, next, clock } = await openLaunchers(1);
    next.answer = new Error('socket hang up');
    await expect(launcher.launch(launchOf(1))).rejects.toThrow('socket hang up');
    expect(await launcher.launch(launchOf(2))).toEqual(full);
    expect(await launcher.launch(launchOf(1))).toMatchObject(launched);
    clock.advance(leaseMs);
    expect(await launcher.launch(launchOf(2)), 'until its time is over').toMatchObject(launched);
  });

  it('lets a second launch that came to nothing take no place from the first', async () => {
    const { launcher, other, next } = await openLaunchers(1);
    await launcher.launch(launchOf(1));
    next.answer = { kind: 'later', reason: 'Rate exceeded' };
    await other.launch(launchOf(1));
    expect(await launcher.launch(launchOf(2))).toEqual(full);
  });
});
