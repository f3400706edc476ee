import type { EnginePlan } from '#model/engine-plan.ts';
import { planEngine, type PlanInput, type Planning } from '#check/rules/scope/plan-engine.ts';
import type { PlannedEngine } from '#check/rules/scope/schedule.ts';

export const anInput = (changes: Partial<PlanInput> = {}): PlanInput => ({
  engine: 'ruff',
  mode: 'current',
  known: ['mypy', 'pytest', 'ruff'],
  repository: '/code/shop',
  root: '.',
  commandLine: { paths: [] },
  environment: {},
  config: {},
  ...changes,
});

export const aPlan = (changes: Partial<EnginePlan> = {}): EnginePlan => ({
  engine: 'ruff',
  mode: 'target',
  root: '.',
  scope: ['.'],
  scopeSource: 'default',
  config: { path: null, source: 'discovery' },
  args: [],
  env: {},
  options: {},
  profile: null,
  toolProfile: null,
  ...changes,
});

export const planned = (changes: Partial<EnginePlan> = {}): Planning => {
  const plan = aPlan(changes);
  return { kind: 'plan', engine: plan.engine, plan };
};

export const deselected = (message = 'scope.paths is empty.', engine = 'ruff'): Planning => ({
  kind: 'deselected',
  engine,
  problem: { engine, code: 'EMPTY_SCOPE', message },
});

/** Both modes of one engine, from the same input. */
export function bothModes(input: PlanInput): PlannedEngine {
  return {
    current: planEngine({ ...input, mode: 'current' }),
    target: planEngine({ ...input, mode: 'target' }),
  };
}

/** The plan of an input that must give one. */
export function planOf(input: PlanInput): EnginePlan {
  const planning = planEngine(input);
  if (planning.kind !== 'plan') throw new Error(`expected a plan, got ${JSON.stringify(planning)}`);
  return planning.plan;
}
