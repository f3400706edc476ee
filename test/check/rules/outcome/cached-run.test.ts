import { describe, expect, it } from 'vitest';
import type { Completeness, ExitCategory } from '#model/engine-outcome.ts';
import { cachedRun, isWorthKeeping } from '#check/rules/outcome/cached-run.ts';
import { aCachedRun } from './cached-runs.ts';

const worth: Readonly<Record<ExitCategory, boolean>> = {
  success: true,
  diagnostic: true,
  tool_failure: false,
  unknown: false,
};
const whole: Readonly<Record<Completeness['kind'], Completeness>> = {
  complete: { kind: 'complete' },
  partial: { kind: 'partial', reason: 'Some.' },
  none: { kind: 'none', reason: 'Nothing.' },
};

describe('isWorthKeeping', () => {
  for (const [kind, completeness] of Object.entries(whole)) {
    it(`keeps trusted results that are ${kind}: ${kind === 'complete'}`, () => {
      const kept = Object.keys(worth).filter((category) => {
        const { outcome } = cachedRun.parse({
          ...aCachedRun(),
          outcome: { ...aCachedRun().outcome, category, completeness },
        });
        return isWorthKeeping(outcome, { ranTests: false });
      });
      expect(kept).toEqual(kind === 'complete' ? ['success', 'diagnostic'] : []);
    });
  }

  it('keeps tests that pass, and none that fail', () => {
    const { outcome } = aCachedRun();
    expect(isWorthKeeping(outcome, { ranTests: true })).toBe(false);
    expect(isWorthKeeping({ ...outcome, findings: 0 }, { ranTests: true })).toBe(true);
  });
});

describe('a cached run', () => {
  it('is the same after it was written down', () => {
    const run = aCachedRun();
    expect(cachedRun.parse(JSON.parse(JSON.stringify(run)))).toEqual(run);
  });

  it('is none of another version', () => {
    expect(cachedRun.safeParse({ ...aCachedRun(), version: 0 }).success).toBe(false);
  });
});
