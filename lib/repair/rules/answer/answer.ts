import type { AgentResult } from '#model/agent-result.ts';
import type { Cost } from '#model/cost.ts';
import type { StructuredPlan } from '#model/structured-plan.ts';

/** Why an agent gave no result that can be used. */
export type FailureReason =
  /** It ended well and said nothing. */
  | 'no_output'
  /** There is no JSON object in what it said. */
  | 'garbage'
  /** Two results that differ. */
  | 'two_results'
  /** A result for another run or task. */
  | 'wrong_ids'
  /** Its last object is no result of the contract. */
  | 'wrong_schema'
  /** The budget of its attempt, its turns, its room for the prompt or for output are used up. */
  | 'limit_reached'
  /** The budget of all that may be spent on this is used up: that of the pull request or of the month. */
  | 'budget_spent'
  /** It may not, or will not, do what was asked. */
  | 'refused'
  /** The provider does not accept its account, or grants it nothing: its key is wrong, its credit or quota is used up. */
  | 'auth'
  /** The provider cannot be reached or is busy; later it may work. */
  | 'overloaded'
  /** It gave up, and says why. */
  | 'gave_up'
  /** It ended badly by itself. */
  | 'crashed'
  /** It was stopped before its end. */
  | 'timed_out';

export interface UnusableAnswer {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** For people; redacted, on one line. */
  readonly sentence: string;
}

export type AnswerReading =
  | { readonly kind: 'result'; readonly result: AgentResult }
  | UnusableAnswer;

/** What an attempt of an agent came to, as far as the agent tells. */
export type AgentAnswer = AnswerReading & { readonly cost: Cost };

export type PlanReading = { readonly kind: 'plan'; readonly plan: StructuredPlan } | UnusableAnswer;

/** What an attempt of an agent came to that plans the repair and edits nothing itself. */
export type PlanAnswer = PlanReading & { readonly cost: Cost };
