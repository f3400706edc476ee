import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { EnginePlan } from '#model/engine-plan.ts';

/** Receives the progress of a check while it runs. */
export interface Progress {
  /** All runs that are to come, in their order. */
  planned(plans: readonly EnginePlan[]): void;
  started(plan: EnginePlan): void;
  finished(plan: EnginePlan, outcome: EngineOutcome): void;
}
