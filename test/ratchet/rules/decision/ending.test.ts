import { describe, expect, it } from 'vitest';
import type { Session } from '#model/session.ts';
import {
  determineCheckEnding,
  determineSessionEnding,
  type WorkerFacts,
} from '#ratchet/rules/decision/ending.ts';
import { anObservation, aWorkspaceState, runId, sha, t0 } from '../../../support/samples.ts';
import { aLiveSession, someSettings } from '../../../report/workspaces/looks.ts';

const session: Session = {
  ...aLiveSession,
  phase: 'running',
  taskRef: 'task-1',
  launches: 1,
  startBy: t0 + 100,
  deadline: t0 + 1_000,
};
const facts: WorkerFacts = {
  now: t0,
  began: t0,
  taskRef: 'task-1',
  worker: 'alive',
  sentence: undefined,
  costUsd: 0,
  hasPatch: false,
  settings: someSettings({ relaunches: 3 }),
  suspicion: 5_000,
};
const observation = anObservation({ headSha: session.headBefore });

function after(different: Partial<Session>, told: Partial<WorkerFacts> = {}) {
  return determineSessionEnding(
    aWorkspaceState({ observation }),
    { ...session, ...different },
    { ...facts, ...told },
  );
}

const changeset = aWorkspaceState({
  session: { ...session, changeset: { runId: session.id, name: 'changeset.json' } },
}).session?.changeset;

describe('what becomes of a session', () => {
  it('is nothing while its worker lives and has time', () => {
    expect(after({})).toEqual({ kind: 'nothing' });
  });

  it.each(['reserved', 'finished'] as const)('ends at once when cancelled while %s', (phase) => {
    expect(after({ phase, cancelled: 'Stopped.' })).toMatchObject({
      kind: 'ended',
      outcome: 'cancelled',
    });
  });

  it.each(['launching', 'running'] as const)(
    'ends when cancelled while %s, once its worker is known',
    (phase) => {
      expect(after({ phase, cancelled: 'Stopped.' })).toMatchObject({
        kind: 'ended',
        outcome: 'cancelled',
      });
      const { taskRef: _, ...unknown } = session;
      const ending = determineSessionEnding(
        aWorkspaceState({ observation }),
        { ...unknown, phase, cancelled: 'Stopped.' },
        facts,
      );
      expect(ending).toMatchObject({ kind: 'changed', commands: [{ kind: 'dispatch' }] });
    },
  );

  it('is left to its publisher while it publishes, who is called again after the deadline', () => {
    const publishing = { phase: 'publishing', changeset, cancelled: 'Stopped.' } as const;
    expect(after(publishing)).toEqual({ kind: 'nothing' });
    expect(after(publishing, { now: t0 + 1_001 })).toMatchObject({
      commands: [{ kind: 'publish' }],
    });
  });

  it('is no push when no publisher came to an end for hours, so that it is not published for ever', () => {
    const finished = { phase: 'finished', changeset } as const;
    const late = t0 + 1_000 + 6 * 60 * 60_000;
    expect(after(finished, { now: late })).toMatchObject({ commands: [{ kind: 'publish' }] });
    expect(after(finished, { now: late + 1, hasPatch: true })).toMatchObject({
      kind: 'ended',
      outcome: 'no-push',
      patch: true,
    });
  });

  it('is no push when it finished without a changeset', () => {
    expect(after({ phase: 'finished' }, { sentence: 'It gave up.', hasPatch: true })).toEqual({
      kind: 'ended',
      outcome: 'no-push',
      reason: 'It gave up.',
      patch: true,
    });
  });

  it('is out of time only after its time', () => {
    expect(after({}, { now: t0 + 1_000 })).toEqual({ kind: 'nothing' });
    expect(after({}, { now: t0 + 1_001 })).toMatchObject({ outcome: 'timed-out' });
    expect(after({ phase: 'launching' }, { now: t0 + 101 })).toMatchObject({
      outcome: 'never-started',
    });
  });

  it('believes in the loss of a worker at the second look, and resumes the run under another', () => {
    const gone = { worker: 'unknown' } as const;
    const first = after({}, gone);
    expect(first).toMatchObject({ kind: 'changed', commands: [], dueAt: t0 + 5_000 });
    const between = after({ suspectedAt: t0 - 4_999 }, gone);
    expect(between).toMatchObject({ kind: 'changed', commands: [], dueAt: t0 + 1 });
    const second = after({ suspectedAt: t0 - 5_000 }, gone);
    expect(second).toMatchObject({ replacesWorker: true, commands: [{ kind: 'dispatch' }] });
    if (second.kind !== 'changed') throw new Error('It is not resumed');
    const next = second.next(aWorkspaceState({ session }));
    expect(next.session).toMatchObject({ phase: 'reserved', fence: session.fence + 1 });
    expect(next.session).not.toHaveProperty('taskRef');
    expect(next.leftovers).toEqual([{ runId: session.id, taskRef: 'task-1' }]);
  });

  it('is resumed three times at most, and only on the same head', () => {
    const lost = { suspectedAt: t0 - 5_000 };
    expect(after({ ...lost, launches: 3 }, { worker: 'stopped' })).toMatchObject({
      kind: 'changed',
    });
    expect(after({ ...lost, launches: 4 }, { worker: 'stopped' })).toMatchObject({
      outcome: 'crashed',
    });
    const elsewhere = determineSessionEnding(
      aWorkspaceState({ observation: anObservation({ headSha: sha('c') }) }),
      { ...session, ...lost },
      { ...facts, worker: 'stopped' },
    );
    expect(elsewhere).toMatchObject({ outcome: 'crashed' });
  });
});

describe('what becomes of a check', () => {
  const check = {
    id: runId('run-2'),
    kind: 'check',
    phase: 'running',
    headSha: sha('a'),
    startBy: t0,
    deadline: t0 + 1_000,
    launches: 1,
    fence: 1,
    taskRef: 'task-1',
  } as const;

  it('is that it is forgotten when it is late or lost, and never resumed', () => {
    expect(determineCheckEnding(check, facts)).toEqual({ kind: 'nothing' });
    expect(determineCheckEnding(check, { ...facts, now: t0 + 1_001 })).toMatchObject({
      kind: 'ended',
    });
    const lost = { ...facts, worker: 'stopped' } as const;
    expect(determineCheckEnding(check, lost)).toMatchObject({ kind: 'changed', commands: [] });
    expect(determineCheckEnding({ ...check, suspectedAt: t0 - 5_000 }, lost)).toMatchObject({
      outcome: 'crashed',
    });
  });
});
