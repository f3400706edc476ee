import {
  type Budget,
  releaseReservation,
  reserveEstimates,
  reservedUsd,
  bookCost,
  withCap,
} from '../rules/plan/budget.ts';
import type { PlanEntry } from '../rules/plan/plan-entry.ts';
import { newPlanState, type PlanState, withEntry } from '../rules/plan/plan-state.ts';
import { changedSteps, type ExecutionProgress } from '../rules/plan/progress.ts';
import { endStep, startStep, type StepEnd } from '../rules/plan/transitions.ts';
import { type StructuredPlan, structuredPlan } from '#model/structured-plan.ts';
import type { PlanServices } from './plan-execution.ts';
import type { ActionEnding } from '../needs/plan-actions.ts';
import type { PathChange } from '../needs/snapshots.ts';

interface CourseInput {
  readonly plan: StructuredPlan;
  readonly settings: { readonly capUsd: number; readonly maxRetries: number };
}

/** An execution under way: whatever moves it on is in the journal before a caller sees it. */
export interface Course {
  state(): PlanState;
  advance(progress: ExecutionProgress, budget?: Budget): void;
  record(stepId: number, changes: readonly PathChange[]): void;
  keep(stepId: number, snapshot: string): void;
  /** Starts a step if what it may cost is left; otherwise says why not. */
  start(stepId: number, usd: number): string | undefined;
  /** Ends the attempt at a step and books it. */
  end(stepId: number, ending: FinalEnding, isRolledBack?: boolean): void;
}

type FinalEnding = Exclude<ActionEnding, { kind: 'cut-off' }>;

/** Takes an execution up where the journal left it, or begins it; undefined: the journal is of another plan. */
export async function openCourse(
  deps: PlanServices,
  { plan, settings }: CourseInput,
): Promise<Course | undefined> {
  const entries = await deps.journal.entries();
  if (!entries.every((entry) => isEntryOf(plan, entry))) return undefined;
  let state = entries.reduce(withEntry, newPlanState(plan, settings.capUsd));
  state = { ...state, budget: withCap(state.budget, settings.capUsd) };
  const note = (entry: PlanEntry): void => {
    deps.journal.append(entry);
    state = withEntry(state, entry);
  };
  if (entries.length === 0) note({ kind: 'plan', plan });
  const advance: Course['advance'] = (progress, budget = state.budget) => {
    const steps = changedSteps(state.progress, progress);
    if (steps.length > 0 || budget !== state.budget)
      note({ kind: 'progress', steps: [...steps], budget });
  };
  return {
    state: () => state,
    advance,
    record: (stepId, changes) => {
      const noted = changes.map((change) => ({ stepId, ...change }));
      if (noted.length > 0) note({ kind: 'changes', changes: noted });
    },
    keep: (stepId, snapshot) => note({ kind: 'snapshot', stepId, snapshot }),
    start: (stepId, usd) => {
      const reserved = reserveEstimates(state.budget, [{ stepId, usd }]);
      if (reserved.kind === 'refused') return reserved.sentence;
      advance(startStep(state.progress, stepId, deps.clock.now()), reserved.value);
      return undefined;
    },
    end: (stepId, ending, isRolledBack = false) => {
      const execution = { ...state, maxRetries: settings.maxRetries };
      const booked = bookEnding(state.budget, { stepId, ending, isRolledBack });
      advance(
        endStep(execution, { stepId, ending: booked.ending }, deps.clock.now()),
        booked.budget,
      );
    },
  };
}

function isEntryOf(plan: StructuredPlan, entry: PlanEntry): boolean {
  return entry.kind !== 'plan' || canonicalPlanText(entry.plan) === canonicalPlanText(plan);
}

/** What the journal gives back was parsed, which puts fields in order. */
function canonicalPlanText(plan: StructuredPlan): string {
  return JSON.stringify(structuredPlan.parse(plan));
}

/** An attempt whose cost is unknown is booked with what was reserved for it. */
function bookEnding(
  budget: Budget,
  {
    stepId,
    ending,
    isRolledBack,
  }: { readonly stepId: number; readonly ending: FinalEnding; readonly isRolledBack: boolean },
): { readonly ending: StepEnd; readonly budget: Budget } {
  if (ending.kind === 'asked') return { ending, budget: releaseReservation(budget, stepId) };
  const usd = ending.usd ?? reservedUsd(budget, stepId);
  const booked = bookCost(budget, stepId, usd);
  if (ending.kind === 'succeeded') return { ending: { ...ending, usd }, budget: booked };
  return { ending: { ...ending, isRolledBack, usd }, budget: booked };
}
