import { describe, expect, it } from 'vitest';
import { refuse } from '#base/outcome.ts';
import type { RequestedAction } from '#ratchet/rules/ingest/person-command.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import {
  obey,
  type Obeyed,
  rememberObeyed,
  rememberRefused,
  isCommandHandled,
} from '#ratchet/rules/decision/obey.ts';
import { anObservation, aWorkspaceState, runId, sha, t0 } from '../../../support/samples.ts';

const now = t0 + 1_000;
const asking = { login: 'mona', commentId: 'IC_1', now };

function obeyed(state: WorkspaceState, order: RequestedAction): Obeyed {
  const outcome = obey(state, order, asking);
  if (outcome.kind === 'refused') throw new Error(outcome.sentence);
  return outcome.value;
}

const tried = { consecutiveFixupAttempts: 3, spentFingerprints: ['red'] };
const aSession = {
  id: 'run-1',
  kind: 'ci' as const,
  phase: 'running' as const,
  headBefore: sha('a'),
  headTree: sha('7'),
  fingerprint: 'red',
  runIdsBefore: [],
  reservedAt: t0,
  startBy: t0,
  deadline: t0,
  launches: 1,
  fence: 1,
  taskRef: 'worker-7',
};

describe('on', () => {
  it('begins anew what was off', () => {
    const said = { to: 'off' as const, by: 'ann', at: t0 };
    for (const off of [{ enabled: false }, { enabled: true, switched: said }]) {
      expect(obeyed(aWorkspaceState({ ...tried, ...off }), { kind: 'on' }).next).toMatchObject({
        switched: { to: 'on', by: 'mona', at: now },
        consecutiveFixupAttempts: 0,
        spentFingerprints: [],
      });
    }
  });

  it('gives no new attempts to what was on', () => {
    const { next } = obeyed(aWorkspaceState({ ...tried, enabled: true }), { kind: 'on' });
    expect(next).toMatchObject({ ...tried, switched: { to: 'on' } });
  });
});

describe('off', () => {
  it('lets a session that lives go on to its end', () => {
    const { next, commands } = obeyed(aWorkspaceState({ session: aSession }), { kind: 'off' });
    expect(next.switched).toEqual({ to: 'off', by: 'mona', at: now });
    expect(next.session).toEqual(aSession);
    expect(commands).toEqual([]);
  });
});

describe('stop', () => {
  it('ends a session and has its worker stopped', () => {
    const { next, commands } = obeyed(aWorkspaceState({ session: aSession }), { kind: 'stop' });
    const because = 'mona stopped the ratchet.';
    expect(next).toMatchObject({ switched: { to: 'off' }, session: { cancelled: because } });
    expect(commands).toEqual([
      { kind: 'stop', runId: 'run-1', taskRef: 'worker-7', because },
      { kind: 'exit', runId: 'run-1' },
    ]);
  });

  it('has nobody stopped who was not launched', () => {
    const { taskRef: _, ...reserved } = { ...aSession, phase: 'reserved' as const };
    const { next, commands } = obeyed(aWorkspaceState({ session: reserved }), { kind: 'stop' });
    expect(next.session?.cancelled).toBeDefined();
    expect(commands).toEqual([{ kind: 'exit', runId: 'run-1' }]);
  });

  it('keeps what is finished from being published, and lets what is being published end', () => {
    const finished = { ...aSession, phase: 'finished' as const };
    const refused = obeyed(aWorkspaceState({ session: finished }), { kind: 'stop' });
    expect(refused).toMatchObject({
      next: { session: { cancelled: expect.any(String) } },
      commands: [],
    });
    const publishing = { ...aSession, phase: 'publishing' as const };
    const late = obeyed(aWorkspaceState({ session: publishing }), { kind: 'stop' });
    expect(late).toMatchObject({ next: { session: publishing }, commands: [] });
    expect(late.next.session?.cancelled).toBeUndefined();
  });

  it('switches off where there is nothing to stop', () => {
    const { next, commands } = obeyed(aWorkspaceState(), { kind: 'stop' });
    expect(next.switched?.to).toBe('off');
    expect(commands).toEqual([]);
  });
});

describe('retry', () => {
  it('forgets everything that keeps it from trying again', () => {
    const lastSession = {
      runId: 'run-0',
      kind: 'ci' as const,
      outcome: 'crashed' as const,
      reason: 'It was lost.',
      at: t0,
      fingerprint: 'red',
      headBefore: sha('a'),
      relaunches: 4,
      patch: false,
    };
    const incident = { fingerprint: 'shared', until: now + 5_000 };
    const stale = { staleCiSince: t0, lastCiRunIds: ['7'] };
    const state = aWorkspaceState({ ...tried, ...stale, incident, lastSession });
    const { next } = obeyed(state, { kind: 'retry' });
    expect(next).toMatchObject({
      consecutiveFixupAttempts: 0,
      spentFingerprints: [],
      lastCiRunIds: [],
      lastSession: { ...lastSession, relaunches: 0 },
      // It is over, and the same failure is not a new one.
      incident: { fingerprint: 'shared', until: now },
    });
    expect(next.staleCiSince).toBeUndefined();
    expect(next.switched).toBeUndefined();
  });

  it('has the head checked anew', () => {
    const checked = aWorkspaceState({ checkedSha: sha('a'), checkedConfig: 'one' });
    const { next } = obeyed(checked, { kind: 'retry' });
    expect(next).not.toHaveProperty('checkedSha');
    expect(next).not.toHaveProperty('checkedConfig');
  });

  it('has a review tried again that was left to people', () => {
    const left = aWorkspaceState({ reviewLeft: 'to-people' });
    expect(obeyed(left, { kind: 'retry' }).next.reviewLeft).toBe('again');
    expect(obeyed(aWorkspaceState(), { kind: 'retry' }).next).not.toHaveProperty('reviewLeft');
  });

  it('lifts what a person switched off', () => {
    const switched = { to: 'off' as const, by: 'ann', at: t0 };
    const { next } = obeyed(aWorkspaceState({ switched }), { kind: 'retry' });
    expect(next.switched).toEqual({ to: 'on', by: 'mona', at: now });
  });
});

/** An order that was written then, told to what somebody switched off. */
const written = (kind: 'on' | 'off' | 'stop' | 'retry', askedAt: number) => {
  const switched = { to: 'off' as const, by: 'ann', at: t0 };
  return obey(aWorkspaceState({ switched }), { kind }, { ...asking, askedAt });
};

describe('what was said before something that counts already', () => {
  const outdated = {
    kind: 'refused',
    code: 'outdated',
    sentence: 'What was said later counts, so this changes nothing.',
  };

  it.each(['on', 'off', 'stop', 'retry'] as const)('is no %s any more', (kind) => {
    expect(written(kind, t0 - 1_000)).toEqual(outdated);
    expect(written(kind, t0)).toMatchObject({ value: { next: { switched: { at: t0 } } } });
  });

  it('is a retry where nothing was switched off', () => {
    const switched = { to: 'on' as const, by: 'ann', at: t0 };
    const state = aWorkspaceState({ ...tried, switched });
    const outcome = obey(state, { kind: 'retry' }, { ...asking, askedAt: t0 - 5_000 });
    expect(outcome).toMatchObject({ value: { next: { switched, consecutiveFixupAttempts: 0 } } });
  });

  it('still answers, and still holds', () => {
    const state = aWorkspaceState({ switched: { to: 'on', by: 'ann', at: t0 }, question: 'Why?' });
    const early = { ...asking, askedAt: t0 - 5_000 };
    expect(obey(state, { kind: 'answer', answer: 'So' }, early)).toHaveProperty('value.next');
    expect(obey(state, { kind: 'hold', milliseconds: 1 }, early)).toHaveProperty('value.next');
  });
});

describe('hold and release', () => {
  it('keep the ratchet away for a time', () => {
    const held = obeyed(aWorkspaceState(), { kind: 'hold', milliseconds: 60_000 });
    expect(held.next.manualSession).toEqual({
      id: 'IC_1',
      holder: 'mona',
      state: 'working',
      expiresAt: now + 60_000,
    });
    expect(obeyed(held.next, { kind: 'release' }).next).toEqual(aWorkspaceState());
  });

  it('say where there is nothing to release', () => {
    const outcome = obey(aWorkspaceState(), { kind: 'release' }, asking);
    expect(outcome).toEqual(refuse('no-hold', 'No hold is set on this pull request.'));
  });
});

describe('vouch', () => {
  const { headSha } = anObservation();
  const judging = {
    standing: 'asked' as const,
    alone: true,
    sentence: 'hook (.npmrc).',
    headSha,
    runId: runId('run-1'),
  };
  const state = aWorkspaceState({ observation: anObservation(), judging });

  it('binds to the head that is named, and has its check shown anew', () => {
    const { next, commands } = obeyed(state, { kind: 'vouch', commit: headSha.slice(0, 12) });
    expect(next.vouchedJudging).toEqual({ headSha, by: 'mona', at: now });
    expect(commands).toEqual([{ kind: 'report', runId: 'run-1' }]);
  });

  it('may come before the check has ended', () => {
    const early = { ...state, judging: { ...judging, headSha: sha('9') } };
    const { next, commands } = obeyed(early, { kind: 'vouch', commit: headSha });
    expect([next.vouchedJudging?.headSha, commands]).toEqual([headSha, []]);
  });

  it('is nothing for another commit', () => {
    const outcome = obey(state, { kind: 'vouch', commit: '0123abc' }, asking);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'other-head' });
  });
});

describe('answer', () => {
  it('goes on with what waited for it', () => {
    const state = aWorkspaceState({ ...tried, question: 'Which zone?' });
    const { next } = obeyed(state, { kind: 'answer', answer: 'UTC' });
    expect(next.answers).toEqual([{ question: 'Which zone?', answer: 'UTC', by: 'mona' }]);
    expect(next).toMatchObject({ spentFingerprints: [], consecutiveFixupAttempts: 3 });
    expect(next.question).toBeUndefined();
  });

  it('keeps the newest answers', () => {
    const answers = Array.from({ length: 20 }, (_, n) => ({
      question: `${n}`,
      answer: '',
      by: 'a',
    }));
    const state = aWorkspaceState({ question: 'last', answers });
    const { next } = obeyed(state, { kind: 'answer', answer: 'yes' });
    expect(next.answers).toHaveLength(20);
    expect(next.answers.at(-1)?.question).toBe('last');
  });

  it('says where nothing was asked', () => {
    const outcome = obey(aWorkspaceState(), { kind: 'answer', answer: 'UTC' }, asking);
    expect(outcome).toEqual(refuse('no-question', 'No question waits for an answer here.'));
  });
});

describe('rememberObeyed', () => {
  it('keeps the newest comments', () => {
    const obeyedBefore = Array.from({ length: 50 }, (_, index) => `IC_${index}`);
    const { obeyed: ids } = rememberObeyed(aWorkspaceState({ obeyed: obeyedBefore }), 'new');
    expect(ids).toHaveLength(50);
    expect(ids.at(-1)).toBe('new');
  });
});

describe('rememberRefused', () => {
  it('forgets nothing that was obeyed, however many are refused', () => {
    let state = rememberObeyed(aWorkspaceState(), 'mine');
    for (let n = 0; n < 60; n += 1) state = rememberRefused(state, `IC_${n}`);
    expect(state.refused).toHaveLength(50);
    expect(['mine', 'IC_59', 'IC_0'].map((one) => isCommandHandled(state, one))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
