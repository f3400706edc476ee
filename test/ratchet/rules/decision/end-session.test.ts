import { describe, expect, it } from 'vitest';
import type { SessionOutcome } from '#model/workspace.ts';
import { endSession, type EndedSession } from '#ratchet/rules/decision/end-session.ts';
import { anObservation, aWorkspaceState, sha, t0 } from '../../../support/samples.ts';
import { aLiveSession } from '../../../report/workspaces/looks.ts';

const push = { sha: sha('d'), tree: sha('e'), undo: 'undo' };
const running = { ...aLiveSession, taskRef: 'task-1', runIdsBefore: ['7'], launches: 1 };
const before = aWorkspaceState({
  session: running,
  consecutiveFixupAttempts: 1,
  observation: anObservation({ headSha: running.headBefore }),
});

function clear(outcome: SessionOutcome, different: Partial<EndedSession> = {}, state = before) {
  const told = outcome === 'pushed' ? { push } : {};
  return endSession(state, { outcome, reason: 'So.', at: t0 + 9, ...told, ...different });
}

/** What each outcome does; the compiler asks for new ones. */
const table: Record<SessionOutcome, { attempts: number; spent: boolean; stale: boolean }> = {
  pushed: { attempts: 2, spent: true, stale: true },
  'no-push': { attempts: 1, spent: true, stale: false },
  unavailable: { attempts: 1, spent: false, stale: false },
  'lost-race': { attempts: 1, spent: false, stale: false },
  'timed-out': { attempts: 2, spent: false, stale: false },
  crashed: { attempts: 1, spent: false, stale: false },
  'never-started': { attempts: 1, spent: false, stale: false },
  cancelled: { attempts: 1, spent: false, stale: false },
};

describe('clearing a session', () => {
  it('counts, spends and awaits as its outcome says', () => {
    for (const outcome of [
      'pushed',
      'no-push',
      'unavailable',
      'lost-race',
      'timed-out',
      'crashed',
      'never-started',
      'cancelled',
    ] as const) {
      const { attempts, spent, stale } = table[outcome];
      const after = clear(outcome);
      expect(after).toMatchObject({
        consecutiveFixupAttempts: attempts,
        spentFingerprints: spent ? [running.fingerprint] : [],
        lastSession: { outcome, headBefore: running.headBefore },
        leftovers: [{ runId: running.id, taskRef: 'task-1' }],
      });
      expect([outcome, after.staleCiSince]).toEqual([outcome, stale ? t0 + 9 : undefined]);
      expect(after).not.toHaveProperty('session');
    }
  });

  it('awaits no checks any more where nothing was pushed', () => {
    const awaiting = { ...before, staleCiSince: t0, lastCiRunIds: ['6'] };
    const after = clear('no-push', {}, awaiting);
    expect(after).not.toHaveProperty('staleCiSince');
    expect(after.lastCiRunIds).toEqual([]);
    expect(clear('cancelled', {}, awaiting)).toMatchObject({ staleCiSince: t0 });
  });

  it('remembers a push, and the executions that were there before it', () => {
    expect(clear('pushed')).toMatchObject({
      lastPushSha: push.sha,
      pushes: [{ ...push, kind: running.kind, at: t0 + 9 }],
      treesBefore: [running.headTree],
      lastCiRunIds: ['7'],
    });
  });

  it('remembers what reviewers had written when it was decided', () => {
    const heard = { ...before, session: { ...running, heardUntil: t0 - 1 } };
    expect(clear('pushed', { push }, heard).pushes.at(-1)).toMatchObject({ heardUntil: t0 - 1 });
  });

  it('leaves a review to people that it answered without a change, until a session addresses it', () => {
    const review = { ...running, kind: 'review' } as const;
    const left = clear('no-push', {}, { ...before, session: review });
    expect(left.reviewLeft).toBe('to-people');
    expect(clear('no-push')).not.toHaveProperty('reviewLeft');
    const repaired = clear('pushed', {}, { ...left, session: running });
    expect(repaired.reviewLeft).toBe('to-people');
    expect(clear('pushed', {}, { ...left, session: review })).not.toHaveProperty('reviewLeft');
  });

  it('leaves to people what of a review it changed nothing for, and what was left before', () => {
    const review = { ...running, kind: 'review' } as const;
    const answered = anObservation({
      headSha: running.headBefore,
      review: { openThreads: ['new'], answered: ['told', 'untold'], changesRequestedBy: [] },
    });
    const state = { ...before, session: review, observation: answered };
    const threads = [
      { id: 'new', isAddressed: true },
      { id: 'told', isAddressed: true },
      { id: 'other', isAddressed: false },
    ];
    const mixed = clear('pushed', { push, threads }, state);
    expect([mixed.reviewLeft, mixed.pushes.at(-1)?.left]).toEqual(['to-people', ['other']]);
    const again = clear('pushed', { push, threads }, { ...state, reviewLeft: 'again' });
    expect([again.reviewLeft, again.pushes.at(-1)?.left]).toEqual([
      'to-people',
      ['untold', 'other'],
    ]);
    const all = clear('pushed', { push, threads: threads.slice(0, 2) }, state);
    expect(all).not.toHaveProperty('reviewLeft');
    expect(all.pushes.at(-1)).not.toHaveProperty('left');
  });

  it('counts every worker that was lost at the same head', () => {
    const often = { ...before, session: { ...running, launches: 4 } };
    expect(clear('crashed', {}, often).lastSession?.relaunches).toBe(4);
    const twice = { ...clear('never-started'), session: running };
    expect(clear('crashed', {}, twice).lastSession?.relaunches).toBe(2);
    expect(clear('timed-out', {}, twice).lastSession?.relaunches).toBe(0);
  });

  it.each(['pushed', 'lost-race', 'no-push'] as const)(
    'counts what a person pushed while it published, when it ends with %s',
    (outcome) => {
      const publishing = { ...running, phase: 'publishing', intendedSha: push.sha } as const;
      const moved = {
        ...before,
        session: publishing,
        observation: anObservation({ headSha: sha('c') }),
      };
      expect(clear(outcome, {}, moved)).toMatchObject({
        consecutiveFixupAttempts: 0,
        lastPushAt: t0 + 9,
      });
      const own = { ...moved, observation: anObservation({ headSha: push.sha }) };
      expect(clear('lost-race', {}, own).consecutiveFixupAttempts).toBe(1);
    },
  );
});
