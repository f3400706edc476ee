import { describe, expect, it } from 'vitest';
import { type CiStatus, ciStatus, type Observation } from '#model/observation.ts';
import { settleObservation, settleStatus } from '#ratchet/rules/observation/settle.ts';
import { anObservation, t0 } from '../../../support/samples.ts';
import { settleMs } from './facts.ts';

const at = (age: number) => ({ now: t0 + age, settleMs });

const statusOf = (verdict: CiStatus, age: number, mergeable: Observation['mergeable']) =>
  settleStatus({ mergeable, ci: { verdict, since: t0 } }, at(age));

/** The status before the checks have rested long enough, and in a conflict. */
const expected: Record<CiStatus, { readonly fresh: CiStatus; readonly conflicting: CiStatus }> = {
  none: { fresh: 'unsettled', conflicting: 'none' },
  running: { fresh: 'running', conflicting: 'running' },
  failed: { fresh: 'failed', conflicting: 'failed' },
  passed: { fresh: 'unsettled', conflicting: 'passed' },
  unsettled: { fresh: 'unsettled', conflicting: 'unsettled' },
};

describe.each(ciStatus.options)('checks whose verdict is %s', (verdict) => {
  it.each(['mergeable', 'unknown'] as const)('settle after a while: %s', (mergeable) => {
    expect(statusOf(verdict, 0, mergeable)).toBe(expected[verdict].fresh);
    expect(statusOf(verdict, settleMs - 1, mergeable)).toBe(expected[verdict].fresh);
    expect(statusOf(verdict, settleMs, mergeable)).toBe(verdict);
  });

  it('need no while in a conflict, which starts no checks', () => {
    expect(statusOf(verdict, 0, 'conflicting')).toBe(expected[verdict].conflicting);
  });
});

describe('an observation that settles', () => {
  const { ci } = anObservation();
  const fresh = anObservation({ ci: { ...ci, verdict: 'passed', status: 'unsettled' } });

  it('changes in its status alone', () => {
    const settled = settleObservation(fresh, at(settleMs));
    expect(settled).toEqual({ ...fresh, ci: { ...fresh.ci, status: 'passed' } });
  });

  it('is as it was until then', () => {
    expect(settleObservation(fresh, at(settleMs - 1))).toEqual(fresh);
  });
});
