import { describe, expect, it } from 'vitest';
import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import { sha, t0 } from '../../../support/samples.ts';
import { aLook, aRedLook, someSettings } from '../../../report/workspaces/looks.ts';

const second = 1_000;
const minute = 60 * second;
const settings = someSettings({
  settleMs: 90 * second,
  unknownMs: 30 * minute,
  staleCiMs: 5 * minute,
});

function decided(facts: LookFacts, different: Partial<RatchetSettings> = {}) {
  return decide(facts, { ...settings, ...different });
}

/** What is decided, and after how long the next look comes; null: only when woken. */
function next(facts: LookFacts) {
  const { code, nextCheckAt } = decided(facts);
  return { code, after: nextCheckAt === null ? null : nextCheckAt - facts.now };
}

const hold = { holder: 'ann', state: 'working', expiresAt: t0 + 20 * second } as const;

describe('the next look', () => {
  it.each<[string, LookFacts, string, number | null]>([
    ['in a minute while checks run', aLook({ ciStatus: 'running' }), 'CI_RUNNING', minute],
    ['in a minute after a launch', aRedLook(), 'CI_FAILED', minute],
    ['in ten minutes while it is off', aLook({ labels: [] }), 'DISABLED', 10 * minute],
    ['in ten minutes after it gave up', aRedLook({ attempts: 3 }), 'ATTEMPTS_SPENT', 10 * minute],
    ['in a day once all is green', aLook(), 'GREEN', 24 * 60 * minute],
    ['never by the clock once it is merged', aLook({ prState: 'merged' }), 'MERGED', null],
    ['never by the clock once it is closed', aLook({ prState: 'closed' }), 'CLOSED', null],
    ['when a hold ends', aRedLook({ hold }), 'WORKING_SESSION', 20 * second],
    [
      'right after checks had to restart',
      aRedLook({ staleSince: t0 - 4.5 * minute }),
      'STALE_CI',
      31 * second,
    ],
    [
      'when the checks have settled',
      aLook({ ciStatus: 'unsettled', ciSince: t0 - 80 * second, unknownSince: t0 - 80 * second }),
      'UNSETTLED',
      10 * second,
    ],
    [
      'at once when they settled while it was looked',
      aLook({ ciStatus: 'unsettled', ciSince: t0 - 91 * second, observedAt: t0 - 2 * second }),
      'UNSETTLED',
      0,
    ],
    [
      'in a minute where time alone settles nothing',
      aLook({ ciStatus: 'unsettled', ciSince: t0 - 93 * second, observedAt: t0 - 2 * second }),
      'UNSETTLED',
      minute,
    ],
    [
      'in moments while the forge works out whether it merges',
      aLook({ mergeState: 'unknown' }),
      'UNSETTLED',
      3 * second,
    ],
  ])('comes %s', (_, facts, code, after) => {
    expect(next(facts)).toEqual({ code, after });
  });
});

describe('what is not certain', () => {
  const missing = ['actions / ci / deploy'];
  const unknown = (since: number): LookFacts =>
    aLook({ ciStatus: 'unsettled', missing, unknownSince: t0 - since });

  it('is waited for, naming the required checks that never reported', () => {
    expect(decided(unknown(30 * minute))).toMatchObject({
      action: 'WAIT',
      code: 'UNSETTLED',
      needsHuman: false,
      reason: expect.stringContaining('never reported: actions / ci / deploy.'),
    });
  });

  it('is told to a person when its time is over, and watched further', () => {
    expect(decided(unknown(30 * minute + 1))).toMatchObject({
      action: 'WAIT',
      code: 'UNKNOWN_TOO_LONG',
      needsHuman: true,
      reason: expect.stringContaining('never reported: actions / ci / deploy.'),
      nextCheckAt: t0 + 10 * minute,
    });
  });
});

describe('a hold', () => {
  it('blocks until its time is over, and only while its holder works', () => {
    expect(decided(aRedLook({ hold })).code).toBe('WORKING_SESSION');
    expect(decided(aRedLook({ hold: { ...hold, expiresAt: t0 } })).code).toBe('CI_FAILED');
    expect(decided(aRedLook({ hold: { ...hold, state: 'idle' } })).code).toBe('CI_FAILED');
  });
});

it('asks for a person where checks never start again, and where the attempts are spent', () => {
  const asking = [aRedLook({ staleSince: t0 - 5 * minute - 1 }), aRedLook({ attempts: 3 })];
  expect(asking.map((facts) => decided(facts).needsHuman)).toEqual([true, true]);
  const waiting = [aLook(), aRedLook(), aLook({ ciStatus: 'running' }), aLook({ labels: [] })];
  expect(waiting.map((facts) => decided(facts).needsHuman)).toEqual([false, false, false, false]);
});

describe('checks after our push', () => {
  it.each<[string, Partial<LookFacts>, string]>([
    ['are awaited for their time', { staleSince: t0 - 5 * minute }, 'STALE_CI'],
    ['are given up on after it', { staleSince: t0 - 5 * minute - 1 }, 'STALE_CI_TIMEOUT'],
    ['count again once they have restarted', { staleSince: t0, restarted: true }, 'CI_FAILED'],
    [
      'are not awaited in a conflict, which starts none',
      { staleSince: t0, mergeState: 'conflicting' },
      'MERGE_CONFLICT',
    ],
  ])('%s', (_, facts, code) => {
    expect(decided(aRedLook(facts)).code).toBe(code);
  });
});

describe('a session of ours', () => {
  const session = {
    phase: 'running',
    headBefore: sha('a'),
    startBy: t0 + 5 * minute,
    deadline: t0 + 20 * second,
    cancelled: null,
  } as const satisfies LookFacts['session'];
  const during = (different: Partial<typeof session> | object, facts: Partial<LookFacts> = {}) =>
    decided(aRedLook({ session: { ...session, ...different }, ...facts }));

  it('is awaited, and looked after when its time is over', () => {
    expect(during({})).toMatchObject({
      action: 'WAIT',
      code: 'SESSION_LIVE',
      needsHuman: false,
      nextCheckAt: t0 + 21 * second,
    });
    expect(during({ phase: 'launching' }).nextCheckAt).toBe(t0 + minute);
    expect(during({ deadline: t0 - 1 }).nextCheckAt).toBe(t0 + minute);
  });

  it.each(['reserved', 'launching', 'running'] as const)('is stopped while it is %s', (phase) => {
    expect(during({ phase }, { prState: 'closed' }).code).toBe('STOPPING');
    expect(during({ phase }, { headSha: sha('c') }).code).toBe('STOPPING');
    expect(during({ phase, cancelled: 'Once is enough.' }, { prState: 'closed' }).code).toBe(
      'SESSION_LIVE',
    );
  });

  it.each(['finished', 'publishing'] as const)('is left to its end once it is %s', (phase) => {
    expect(during({ phase }, { prState: 'closed' }).code).toBe('SESSION_LIVE');
    expect(during({ phase }, { headSha: sha('c') }).code).toBe('SESSION_LIVE');
  });

  it('goes on when the ratchet is switched off', () => {
    expect(during({}, { labels: ['ratchet:off'] }).code).toBe('SESSION_LIVE');
  });
});

it('keeps what it was decided from', () => {
  expect(decided(aRedLook({ attempts: 2 })).inputs).toEqual({
    workingSession: 'none',
    prState: 'open',
    ciStatus: 'failed',
    mergeState: 'mergeable',
    reviewState: 'clear',
    ratchetEnabled: true,
    consecutiveAttempts: 2,
    attemptLimit: settings.attempts,
    staleCi: 'fresh',
  });
});
