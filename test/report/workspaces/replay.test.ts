import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transition } from '#model/transition.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import { isSameDecision, replayDecision } from '#report/workspaces/replay.ts';
import {
  attemptLimitIn,
  isDecision,
  readStoredDecision,
} from '#report/workspaces/stored-decision.ts';
import { aTransition, t0 } from '../../support/samples.ts';
import { anyLook, anySettings, aLook, aRedLook, aStoredDecision, someSettings } from './looks.ts';

const same = <Settings>(settings: Settings): Settings => settings;

describe('a decision of the log', () => {
  it('is the same when it is made again under the settings it was made under', () => {
    fc.assert(
      fc.property(anyLook, anySettings, (facts, settings) => {
        const { action, code, reason } = decide(facts, settings);
        // As a store gives it back.
        const entry = transition.parse(
          JSON.parse(
            JSON.stringify({
              ...aTransition({ action, reason }),
              snapshot: { code, facts, settings },
            }),
          ),
        );
        const stored = readStoredDecision(entry);
        if (stored === undefined) throw new Error('It cannot be read again');
        const { again, other } = replayDecision(stored, same);
        expect(again).toEqual({ action, code, reason });
        expect(other).toEqual(again);
      }),
      { numRuns: 2_000 },
    );
  });

  it('may be another one under other settings', () => {
    const stored = aStoredDecision(aRedLook({ attempts: 3 }));
    const { again, other } = replayDecision(stored, (settings) => ({ ...settings, attempts: 5 }));
    expect(again).toMatchObject({ action: 'TERMINAL_FAILED', code: 'ATTEMPTS_SPENT' });
    expect(other).toMatchObject({ action: 'FIX_CI', code: 'CI_FAILED' });
  });

  it('that the log tells wrongly is told from what it is', () => {
    const wrong = aStoredDecision(aRedLook(), { action: 'DONE', code: 'GREEN' });
    const { stored, again } = replayDecision(wrong, same);
    expect(isSameDecision(stored, again)).toBe(false);
  });

  it('may be told in better words', () => {
    const { stored, again } = replayDecision(
      aStoredDecision(aLook(), { reason: 'All green.' }),
      same,
    );
    expect(isSameDecision(stored, again)).toBe(true);
  });

  it('without usable settings stays what it was, unless it only watched anyway', () => {
    const reason = 'ratchetr.yaml of the base branch cannot be used: No.';
    const broken = { action: 'CLEANUP_ONLY', code: 'CONFIG_BROKEN', reason } as const;
    const red = replayDecision(aStoredDecision(aRedLook({ configProblem: 'No.' })), same);
    expect([red.stored, red.again, red.other]).toEqual([broken, broken, broken]);
    const running = aLook({ ciStatus: 'running', configProblem: 'No.' });
    expect(replayDecision(aStoredDecision(running), same).again.code).toBe('CI_RUNNING');
  });

  it('of an earlier version is replayed too, though its facts say nothing of broken settings', () => {
    const reason = 'ratchetr.yaml of the base branch cannot be used: No.';
    const entry = transition.parse({
      ...aTransition({ action: 'CLEANUP_ONLY', reason }),
      snapshot: { code: 'CONFIG_BROKEN', facts: aRedLook(), settings: someSettings() },
    });
    const found = readStoredDecision(entry);
    if (found === undefined) throw new Error('It cannot be read again');
    const red = replayDecision(found, same);
    expect(red.again).toEqual({ action: 'CLEANUP_ONLY', code: 'CONFIG_BROKEN', reason });
  });

  it('whose settings are said to be broken where that did not matter is told', () => {
    const broken = { action: 'CLEANUP_ONLY', code: 'CONFIG_BROKEN', reason: 'No.' } as const;
    const running = replayDecision(aStoredDecision(aLook({ ciStatus: 'running' }), broken), same);
    expect(isSameDecision(running.stored, running.again)).toBe(false);
  });
});

describe('an entry of the log', () => {
  it('of something else than a decision is none', () => {
    const moved = aTransition({ action: 'SESSION', snapshot: { phase: 'running' } });
    const ordered = aTransition({ snapshot: { login: 'ann', order: { kind: 'on' } } });
    expect([moved, ordered].map(isDecision)).toEqual([false, false]);
    expect([moved, ordered].map(readStoredDecision)).toEqual([undefined, undefined]);
    expect(attemptLimitIn([moved, ordered])).toBeNull();
  });

  it('of an earlier version is read, though its durations are named without a unit', () => {
    const settings = someSettings({ staleCiMs: 1, brakeWindowMs: 2 });
    const earlier = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name.replace(/Ms$/, ''), value]),
    );
    expect(earlier).toMatchObject({ staleCi: 1, brakeWindow: 2 });
    const read = [earlier, settings].map((stored) =>
      readStoredDecision(
        transition.parse({
          ...aTransition(),
          snapshot: { code: 'GREEN', facts: aLook(), settings: stored },
        }),
      ),
    );
    expect(read.map((one) => one?.settings)).toEqual([settings, settings]);
  });

  it('of another version is a decision that cannot be read', () => {
    const entry = aTransition({ snapshot: { code: 'GREEN', facts: { now: t0 }, settings: {} } });
    expect(isDecision(entry)).toBe(true);
    expect(readStoredDecision(entry)).toBeUndefined();
  });

  it('says how many fixups in a row there may be, the newest one first', () => {
    const entries = [5, 3].map((attempts) =>
      transition.parse({
        ...aTransition(),
        snapshot: { code: 'GREEN', facts: aLook(), settings: someSettings({ attempts }) },
      }),
    );
    expect(attemptLimitIn([aTransition(), ...entries])).toBe(5);
  });
});
