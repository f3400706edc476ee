import type { PlanEntry } from '../rules/plan/plan-entry.ts';

/** What was written down of one execution of a plan, so that it can go on after its process died. */
export interface PlanJournal {
  /** All of it, in the order in which it was written. */
  entries(): Promise<readonly PlanEntry[]>;
  /** Kept when the call returns, even if this process is killed right after it. */
  append(entry: PlanEntry): void;
}
