import { describe, expect, it } from 'vitest';
import type { Decision } from '#model/decision.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { measureDecision } from '#ratchet/decide/measure-decision.ts';
import { recordMetrics } from '../../support/recording-metrics.ts';
import { aWorkspaceState, sha, t0 } from '../../support/samples.ts';

const now = t0 + 60_000;
const waiting = { action: 'WAIT', code: 'CI_RUNNING' } as const;
const green = { action: 'DONE', code: 'GREEN' } as const;

interface Seen {
  readonly decision?: Pick<Decision, 'action' | 'code'>;
  readonly state?: Partial<WorkspaceState>;
  readonly wakeSeq?: number;
  readonly dueAt?: number;
  readonly isNew?: boolean;
}

function measured({ decision = waiting, state = {}, wakeSeq = 0, dueAt, isNew = true }: Seen) {
  const { metrics, measured: all } = recordMetrics();
  const head = { state: aWorkspaceState(state), rev: 1, wakeSeq, ...(dueAt && { dueAt }) };
  measureDecision(metrics, { head, decision, isNew, now });
  return all;
}

const pushedAt = (at: number) => {
  return { sha: sha('c'), tree: sha('d'), undo: 'undo', kind: 'ci', at } as const;
};

describe('what a decision is measured by', () => {
  it('is counted by its action', () => {
    expect(measured({})).toEqual([{ name: 'decisions', value: 1, dimensions: { action: 'WAIT' } }]);
  });

  it('is how long whoever was woken waited', () => {
    const delay = { name: 'decision_delay', value: 5_000 };
    expect(measured({ wakeSeq: 1, dueAt: now - 5_000 })).toContainEqual(delay);
  });

  it.each([
    ['a look by the clock', { wakeSeq: 0, dueAt: now - 5_000 }],
    ['a look that the tick queued and put off', { wakeSeq: 1, dueAt: now + 60_000 }],
    ['a look at what nobody made due', { wakeSeq: 1 }],
  ])('is no waiting for %s', (_name, seen) => {
    expect(measured(seen)).toHaveLength(1);
  });

  it('is how long our pushes in a row took until all was green', () => {
    const pushes = [pushedAt(t0 - 9_000_000), pushedAt(t0), pushedAt(t0 + 30_000)];
    const state = { consecutiveFixupAttempts: 2, pushes };
    expect(measured({ decision: green, state }).slice(1)).toEqual([
      { name: 'turned_green', value: 1, dimensions: { outcome: 'repaired' } },
      { name: 'time_to_green', value: 60_000 },
    ]);
  });

  it('is no time of ours where nothing was pushed', () => {
    expect(measured({ decision: green, state: { pushes: [pushedAt(t0)] } }).slice(1)).toEqual([
      { name: 'turned_green', value: 1, dimensions: { outcome: 'by-itself' } },
    ]);
  });

  it('is told of one green once', () => {
    expect(measured({ decision: green, isNew: false })).toHaveLength(1);
  });
});
