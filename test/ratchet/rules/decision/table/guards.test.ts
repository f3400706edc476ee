import { describe, expect, it } from 'vitest';
import type { Action, DecisionInputs } from '#model/decision.ts';
import { determineFixupAction } from '#ratchet/rules/decision/determine-fixup-action.ts';
import type { GuardCode } from '#ratchet/rules/decision/table/guards.ts';
import { allInputs, guardFor, guards } from './oracle.ts';

const inputs = allInputs();

const decidedBy = ({
  action,
  code,
}: { readonly action?: Action; readonly code?: string } = {}) => ({
  action,
  code,
});

const differing = (some: readonly DecisionInputs[]) =>
  some
    .map((one) => ({
      inputs: one,
      decided: decidedBy(determineFixupAction(one)),
      expected: decidedBy(guardFor(one)),
    }))
    .filter(({ decided, expected }) => JSON.stringify(decided) !== JSON.stringify(expected));

/** What each code says is done; the compiler asks for new ones. */
const actions: Record<GuardCode | 'ATTEMPTS_SPENT', Action> = {
  WORKING_SESSION: 'WAIT',
  NO_PULL_REQUEST: 'DONE',
  CLOSED: 'DONE',
  MERGED: 'DONE',
  CI_RUNNING: 'WAIT',
  STALE_CI: 'WAIT',
  STALE_CI_TIMEOUT: 'DONE',
  DISABLED: 'CLEANUP_ONLY',
  MERGE_CONFLICT: 'FIX_MERGE_CONFLICT',
  CI_FAILED: 'FIX_CI',
  REVIEW: 'FIX_REVIEW',
  ATTEMPTS_SPENT: 'TERMINAL_FAILED',
  UNSETTLED: 'WAIT',
  GREEN: 'DONE',
};

describe('the guards, in everything that can be the case', () => {
  it('are 10,800 cases, each of them another', () => {
    expect(inputs).toHaveLength(3 * 4 * 5 * 3 * 2 * 2 * 5 * 3);
    expect(new Set(inputs.map((one) => JSON.stringify(one))).size).toBe(inputs.length);
  });

  it('decide as the table says', () => {
    expect(differing(inputs)).toEqual([]);
  });

  it('are all needed: each row of the table decides somewhere', () => {
    const deciding = new Set(inputs.map((one) => guardFor(one)));
    expect(guards.filter((guard) => !deciding.has(guard))).toEqual([]);
    const numbers = new Set(guards.flatMap(({ number }) => number ?? []));
    expect([...numbers]).toEqual([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  it('say by their code what is done, and by every code there is', () => {
    const seen = new Map(
      inputs.map((one) => determineFixupAction(one)).map((one) => [one.code, one]),
    );
    const said = [...seen].map(([code, { action }]) => [code, action]);
    expect(Object.fromEntries(said)).toEqual(actions);
  });

  it('say why, in one sentence', () => {
    const reasons = new Set(inputs.map((one) => determineFixupAction(one).reason));
    expect([...reasons].filter((reason) => !/^[A-Z][^.]+\.$/.test(reason))).toEqual([]);
  });

  it.each([1, 2, 5])('know a limit of %d attempts as well', (attemptLimit) => {
    const others = inputs.map((one) => ({
      ...one,
      attemptLimit,
      consecutiveAttempts: Math.max(0, one.consecutiveAttempts - 3 + attemptLimit),
    }));
    expect(differing(others)).toEqual([]);
  });
});

describe('what holds whatever the table says', () => {
  const decide = inputs.map((one) => ({ ...one, ...determineFixupAction(one) }));

  it('is that nothing unknown is green or begins anything but a merge', () => {
    const unknown = decide.filter(
      ({ ciStatus, mergeState }) => ciStatus === 'unsettled' || mergeState === 'unknown',
    );
    const codes = new Set<string>(unknown.map(({ code }) => code));
    expect(['GREEN', 'CI_FAILED', 'REVIEW'].filter((code) => codes.has(code))).toEqual([]);
  });

  it('is that three pushed fixups are followed by no fourth', () => {
    const spent = decide.filter(({ consecutiveAttempts }) => consecutiveAttempts >= 3);
    expect(spent.filter(({ action }) => action.startsWith('FIX_'))).toEqual([]);
  });

  it('is that nothing begins while it is switched off, at rest or worked on by others', () => {
    const resting = decide.filter(
      (one) =>
        !one.ratchetEnabled ||
        one.prState !== 'open' ||
        one.ciStatus === 'running' ||
        one.staleCi !== 'fresh' ||
        one.workingSession === 'working',
    );
    expect(resting.filter(({ action }) => action.startsWith('FIX_'))).toEqual([]);
  });

  it('is that an idle session changes nothing', () => {
    const idle = inputs.filter(({ workingSession }) => workingSession === 'idle');
    const without = idle.map((one) => ({ ...one, workingSession: 'none' as const }));
    expect(idle.map((one) => determineFixupAction(one))).toEqual(
      without.map((one) => determineFixupAction(one)),
    );
  });
});
