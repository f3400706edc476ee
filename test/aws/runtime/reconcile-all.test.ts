import { expect, it } from 'vitest';
import { type CapacitySlot, slotLeaseMs } from '#store/dynamo/capacity.ts';
import { systemHash } from '#platform/system/hash.ts';
import type { WorkerState } from '#ratchet/needs/launcher.ts';
import { reconcileAll, type ReconcileServices } from '../../../lib/aws/runtime/reconcile-all.ts';
import { silentMetrics as metrics } from '../../github/ground.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createMemoryWorkspaceStore } from '../../support/memory-workspace-store.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { installationId, runId, t0 } from '../../support/samples.ts';

interface Given {
  readonly appId?: string;
  readonly names?: readonly string[];
  readonly places?: readonly CapacitySlot[];
}

function stateOf(taskRef: string): WorkerState {
  return taskRef.endsWith('over') ? { kind: 'stopped', reason: 'over' } : { kind: 'alive' };
}

function place(name: string, taskRef: string | undefined, until: number): CapacitySlot {
  return { taker: { runId: runId(name), number: 1 }, taskRef, until };
}

/** A turn over repositories each of which takes a second. */
function turns({ appId, names = [], places = [] }: Given) {
  const clock = createManualClock();
  const asked: string[] = [];
  const described: string[] = [];
  const renewed: unknown[] = [];
  const log = recordingLog();
  const repositories = names.map((name, index) => ({
    repository: { host: 'github.com', repositoryId: String(index), owner: 'acme', name },
    installationId: installationId('1'),
  }));
  const deps: ReconcileServices = {
    workspaces: createMemoryWorkspaceStore(),
    forge: {
      listOpen: async ({ name }) => {
        asked.push(name);
        clock.advance(1_000);
        return [];
      },
      failedDeliveries: async () => [],
      redeliver: async () => undefined,
      listRepositories: async () => {
        asked.push('all');
        return repositories;
      },
    },
    secrets: { read: async () => appId },
    places: {
      take: async ({ runId: id }, { now, until }) => {
        renewed.push([id, until - now]);
        return 'taken';
      },
      taken: async () => [
        { taker: { runId: runId('run-1'), number: 1 }, taskRef: 'task/1', until: Infinity },
        { taker: { runId: runId('run-2'), number: 1 }, taskRef: undefined, until: Infinity },
        ...places,
      ],
    },
    workers: {
      describe: async (taskRefs) => {
        described.push(...taskRefs);
        return new Map(taskRefs.map((taskRef) => [taskRef, stateOf(taskRef)]));
      },
    },
    hash: systemHash,
    clock,
    log,
    metrics,
  };
  return { deps, asked, described, renewed, log, clock };
}

it('asks nobody before there is an App, and says what to do', async () => {
  const { deps, asked, log } = turns({});
  await reconcileAll(deps, Infinity);
  expect(asked).toEqual([]);
  expect(JSON.stringify(log.entries)).toContain('ratchetr setup');
});

it('asks after the workers that hold a place, for an event of theirs may be lost', async () => {
  const { deps, described } = turns({});
  await reconcileAll(deps, Infinity);
  expect(described).toEqual(['task/1']);
});

it('keeps the places of workers that are at work for longer than a place is lent', async () => {
  const soon = t0 + 60_000;
  const places = [
    place('run-3', 'task/3', soon),
    place('run-4', 'task/4-over', soon),
    place('run-5', undefined, soon),
    place('run-6', 'task/6', t0 + slotLeaseMs),
  ];
  const { deps, renewed, clock } = turns({ places });
  clock.advance(t0 - clock.now());
  await reconcileAll(deps, Infinity);
  expect(renewed).toEqual([['run-3', slotLeaseMs]]);
});

it('stops in time, and leaves nobody out each time', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `shop-${index}`);
  const { deps, asked, log, clock } = turns({ appId: '1', names });
  await reconcileAll(deps, clock.now() + 5_000);
  expect(asked).toHaveLength(1 + 5);
  expect(JSON.stringify(log.entries)).toContain('Not all repositories could be asked for');
  for (let turn = 0; turn < 12; turn += 1) {
    clock.advance(300_000);
    await reconcileAll(deps, clock.now() + 5_000);
  }
  expect(new Set(asked)).toEqual(new Set(['all', ...names]));
});
