import { describe, expect, it } from 'vitest';
import { ok } from '#base/outcome.ts';
import type { CheckSession, Session } from '#model/session.ts';
import { maySpeak, mayStart } from '#repair/rules/session/speaker.ts';
import { aWorkspaceState, runId, sha, t0 } from '../../../support/samples.ts';

const own = runId('run-1');
const worker = { startBy: t0 + 1_000, deadline: t0 + 10_000, launches: 2, fence: 3 } as const;
const session: Session = {
  ...worker,
  id: own,
  kind: 'ci',
  phase: 'running',
  headBefore: sha('a'),
  headTree: sha('b'),
  fingerprint: 'seen',
  runIdsBefore: [],
  reservedAt: t0,
};
const check: CheckSession = {
  ...worker,
  id: own,
  kind: 'check',
  phase: 'running',
  headSha: sha('a'),
};
const speaking = { runId: own, fence: 3, now: t0 };

describe('the worker that may start', () => {
  it('is that of the last launch', () => {
    const state = aWorkspaceState({ session: { ...session, phase: 'launching' } });
    expect(mayStart(state, { runId: own, launch: 2 })).toEqual(ok(undefined));
    for (const launch of [1, 3]) {
      expect(mayStart(state, { runId: own, launch })).toMatchObject({ code: 'not-yours' });
    }
  });

  it('is none where the session is gone or was cancelled', () => {
    const cancelled = aWorkspaceState({ session: { ...session, cancelled: 'closed' } });
    for (const state of [aWorkspaceState(), cancelled]) {
      expect(mayStart(state, { runId: own, launch: 2 })).toMatchObject({ code: 'over' });
    }
  });
});

describe('the worker that may speak', () => {
  it('is that which started last, of a session or of a check', () => {
    for (const state of [aWorkspaceState({ session }), aWorkspaceState({ check })]) {
      expect(maySpeak(state, speaking)).toEqual(ok(undefined));
      for (const fence of [2, 4]) {
        expect(maySpeak(state, { ...speaking, fence })).toMatchObject({ code: 'not-yours' });
      }
      expect(maySpeak(state, { ...speaking, runId: runId('run-2') })).toMatchObject({
        code: 'over',
      });
    }
  });

  it('is none from the deadline on', () => {
    const state = aWorkspaceState({ session });
    const last = { ...speaking, now: t0 + 9_999 };
    expect(maySpeak(state, last)).toEqual(ok(undefined));
    expect(maySpeak(state, { ...last, now: t0 + 10_000 })).toMatchObject({ code: 'over' });
  });

  it('is none before the start, after the end, or once it was cancelled', () => {
    const silent: readonly Partial<Session>[] = [
      { phase: 'reserved' },
      { phase: 'launching' },
      { phase: 'finished' },
      { phase: 'publishing' },
      { cancelled: 'closed' },
    ];
    for (const different of silent) {
      const state = aWorkspaceState({ session: { ...session, ...different } });
      expect(maySpeak(state, speaking)).toMatchObject({ kind: 'refused', code: 'over' });
    }
  });
});
