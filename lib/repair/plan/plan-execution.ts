import type { PlanState } from '../rules/plan/plan-state.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { ActionRegistry, ActionType } from '../needs/plan-actions.ts';
import type { PlanJournal } from '../needs/plan-journal.ts';
import type { Snapshots } from '../needs/snapshots.ts';

export interface PlanServices {
  readonly clock: Clock;
  readonly actions: ActionRegistry;
  readonly journal: PlanJournal;
  readonly snapshots: Snapshots;
}

export interface ExecutePlanInput {
  readonly plan: StructuredPlan;
  /** The folder that the plan is about, absolute. */
  readonly folder: string;
  readonly settings: {
    /** Most steps at the same time. */
    readonly parallel: number;
    /** How often a step is tried again that does not say so itself. */
    readonly maxRetries: number;
    /** Longest attempt at a step that does not say so itself. */
    readonly timeoutMs: number;
    readonly capUsd: number;
    /** Most that the files changed by one command or tool may hold, before and after together. */
    readonly mostChangedBytes?: number;
    readonly estimates: Readonly<Record<ActionType, number>>;
  };
  /** Ends what runs; the same journal takes the plan up again later. */
  readonly signal?: AbortSignal | undefined;
  /** Paths below the folder that are no part of it, such as links to dependencies. */
  readonly leaveOut?: readonly string[];
}

export type ExecutePlanResult =
  | (Omit<PlanState, 'plan' | 'budget' | 'attempts'> & {
      /** Blocked: it waits for an answer. Stopped: by the signal. Both go on when it is called again. */
      readonly kind: 'succeeded' | 'failed' | 'blocked' | 'stopped';
      readonly usd: number;
    })
  | { readonly kind: 'refused'; readonly problems: readonly { readonly sentence: string }[] };
