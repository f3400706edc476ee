import type { StructuredPlan } from '#model/structured-plan.ts';
import { type Budget, newBudget } from './budget.ts';
import type { PlanEntry } from './plan-entry.ts';
import { type ExecutionProgress, newProgress, withSteps, type StepProgress } from './progress.ts';
import type { RecordedChange } from './recorded-change.ts';

/** What was noted of the attempt at a step that runs. */
interface Attempt {
  /** How many changes there were before it. */
  readonly from: number;
  /** The folder as it was before it. */
  readonly snapshot?: string;
}

/** Where an execution stands. */
export interface PlanState {
  readonly plan: StructuredPlan;
  readonly progress: ExecutionProgress;
  readonly budget: Budget;
  /** In the order in which they were made. */
  readonly changes: readonly RecordedChange[];
  /** Steps in the order in which they were first started. */
  readonly startOrder: readonly number[];
  /** By step, of those that run. */
  readonly attempts: ReadonlyMap<number, Attempt>;
}

export function newPlanState(plan: StructuredPlan, capUsd: number): PlanState {
  return {
    plan,
    progress: newProgress(plan),
    budget: newBudget(capUsd),
    changes: [],
    startOrder: [],
    attempts: new Map(),
  };
}

/** What an entry of the journal makes of the state; the same while it is written and when it is read. */
export function withEntry(state: PlanState, entry: PlanEntry): PlanState {
  switch (entry.kind) {
    case 'plan':
      return state;
    case 'progress':
      return withProgress(state, entry);
    case 'changes':
      return { ...state, changes: [...state.changes, ...entry.changes] };
    case 'snapshot': {
      const attempt = { ...attemptOf(state, entry.stepId), snapshot: entry.snapshot };
      return { ...state, attempts: new Map([...state.attempts, [entry.stepId, attempt]]) };
    }
  }
}

/** The attempt at a step that runs. */
export function attemptOf({ attempts }: PlanState, stepId: number): Attempt {
  const attempt = attempts.get(stepId);
  if (attempt === undefined) throw new Error(`Step ${stepId} does not run.`);
  return attempt;
}

/** What the attempt at a step that runs has changed so far, or was about to. */
export function changesOfAttempt(state: PlanState, stepId: number): readonly RecordedChange[] {
  const { from } = attemptOf(state, stepId);
  return state.changes.slice(from).filter((change) => change.stepId === stepId);
}

function withProgress(
  state: PlanState,
  { steps, budget }: Extract<PlanEntry, { kind: 'progress' }>,
): PlanState {
  const begun = steps.filter(({ status }) => status === 'running').map(({ stepId }) => stepId);
  const known = new Set(state.startOrder);
  return {
    ...state,
    budget,
    progress: withSteps(state.progress, steps),
    startOrder: [...state.startOrder, ...begun.filter((stepId) => !known.has(stepId))],
    attempts: withAttempts(state, steps),
  };
}

function withAttempts(state: PlanState, steps: readonly StepProgress[]): PlanState['attempts'] {
  const attempts = new Map(state.attempts);
  for (const { stepId, status } of steps) {
    if (status !== 'running') attempts.delete(stepId);
    else if (!attempts.has(stepId)) attempts.set(stepId, { from: state.changes.length });
  }
  return attempts;
}
