import { describe, expect, it } from 'vitest';
import { autofix } from '#agents/autofix/agent.ts';
import type { FixCommand } from '#agents/contract.ts';
import { checkPlan } from '#repair/rules/plan/check-plan.ts';
import { structuredPlan } from '#model/structured-plan.ts';

const inRoot = (cwd: string): FixCommand => ({
  argv: ['/bin/ruff', 'check', '--fix', '--', 'a.py'],
  cwd,
  env: { CI: '1' },
  successCodes: [0, 1],
});

describe('the plan of an engine that repairs by itself', () => {
  it('carries out its commands one after the other', () => {
    const made = autofix.plan({ engine: 'ruff', commands: [inRoot('.'), inRoot('apps/shop')] });
    if (made.kind !== 'plan') throw new Error(made.reason);
    const { steps, title } = structuredPlan.parse(made.plan);
    expect(title).toBe('Let ruff repair what it can');
    expect(steps.map(({ dependsOn }) => dependsOn)).toEqual([[], [0]]);
    expect(steps.map(({ action }) => action)).toEqual(
      ['.', 'apps/shop'].map((cwd) => ({ type: 'run_command', idempotent: true, ...inRoot(cwd) })),
    );
    expect(checkPlan(made.plan)).toEqual([]);
  });

  it('is none where the engine cannot', () => {
    expect(autofix.plan({ engine: 'mypy', commands: [] })).toEqual({
      kind: 'unable',
      reason: 'mypy cannot repair by itself.',
    });
  });
});
