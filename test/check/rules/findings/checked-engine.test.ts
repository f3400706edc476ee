import { describe, expect, it } from 'vitest';
import { countVerdicts, deriveCheck } from '#check/rules/findings/checked-engine.ts';
import { enginePlan } from '#model/engine-plan.ts';
import { aChecked, aFailed, anOutcome, aPlan, aReported } from '../../../report/check-reports.ts';

const fresh = aReported({ filePath: 'src/a.py' });
const known = aReported({ filePath: 'lib/b.py', status: 'tolerated' });
const noted = aReported({ filePath: 'src/c.py', status: 'noted' });

describe('the counts of an engine', () => {
  it('tell new from tolerated, and what is fixed', () => {
    expect(countVerdicts(anOutcome(), [fresh, noted, known, known], ['one'])).toEqual({
      new: 1,
      noted: 1,
      tolerated: 2,
      fixed: 1,
    });
  });

  it('are all 0 where the engine failed, whatever it found', () => {
    const { outcome } = aFailed('ruff');
    expect(countVerdicts(outcome, [fresh], ['one'])).toEqual({
      new: 0,
      noted: 0,
      tolerated: 0,
      fixed: 0,
    });
  });
});

it('gives of a part only what lies there, findings and repairs', () => {
  const target = aChecked([fresh, known], {
    fixed: [
      { path: 'src/c.py', rule: 'F401', message: 'unused' },
      { path: 'lib/d.py', rule: 'F401', message: 'unused' },
    ],
  });
  const plan = enginePlan.parse(aPlan({ mode: 'current', scope: ['src'] }));
  const part = deriveCheck(target, plan);
  expect(part).toMatchObject({
    outcome: { origin: 'derived', plan, findings: 1, category: 'diagnostic' },
    counts: { new: 1, tolerated: 0, fixed: 1 },
    findings: [fresh],
    fixed: [{ path: 'src/c.py' }],
  });
  const none = deriveCheck(target, { ...plan, scope: ['docs'] });
  expect(none.outcome).toMatchObject({ category: 'success', exit: 0, findings: 0 });
});
