import { describe, expect, it } from 'vitest';
import { type EngineOutcome, type ExitCategory, exitCategory } from '#model/engine-outcome.ts';
import { deriveOutcome } from '#check/rules/outcome/derived-outcome.ts';
import { hasFailures } from '#check/rules/outcome/failures.ts';
import { aPlan } from '../scope/plans.ts';

const target: EngineOutcome = {
  schemaVersion: 1,
  plan: aPlan({ mode: 'target' }),
  origin: 'run',
  argv: [],
  toolVersion: null,
  rawExit: 1,
  exit: 1,
  signal: null,
  category: 'diagnostic',
  completeness: { kind: 'complete' },
  warnings: [],
  error: null,
  findings: 3,
  durationMs: 1,
};
const plan = aPlan({ mode: 'current' });

/** Category and exit of a part without findings, by the category of the whole. */
const cleanPart: Readonly<Record<ExitCategory, readonly [ExitCategory, number]>> = {
  success: ['success', 1],
  diagnostic: ['success', 0],
  tool_failure: ['tool_failure', 1],
  unknown: ['unknown', 1],
};

describe('a part of what a run on everything says', () => {
  it('keeps category and exit where findings lie in it', () => {
    const part = deriveOutcome(target, plan, 2);
    expect(part).toEqual({ ...target, plan, origin: 'derived', findings: 2 });
  });

  it.each(exitCategory.options)('without findings, of %s', (category) => {
    const [expected, exit] = cleanPart[category];
    const part = deriveOutcome({ ...target, category }, plan, 0);
    expect(part).toMatchObject({ category: expected, exit, rawExit: 1, findings: 0 });
  });

  it('is no failure where only its neighbours have findings', () => {
    expect(hasFailures([deriveOutcome(target, plan, 0)])).toBe(false);
  });
});
