import type { Decision } from '#model/decision.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import { greenCode } from '../rules/decision/table/guards.ts';

interface Measured {
  /** As it was before. */
  readonly head: WorkspaceHead;
  readonly decision: Pick<Decision, 'action' | 'code'>;
  /** The same as before is decided again and again. */
  readonly isNew: boolean;
  readonly now: number;
}

/** Measures what was decided, how long the event that woke the workspace waited for it, and how long our pushes took to become green. */
export function measureDecision(metrics: Metrics, { head, decision, isNew, now }: Measured): void {
  const { action, code } = decision;
  metrics.count('decisions', 1, { action });
  const { state, wakeSeq, dueAt } = head;
  // The clock postpones what it queues, so a workspace that is due in the past was woken by an event.
  if (wakeSeq !== state.wakeSeqSeen && dueAt !== undefined && dueAt <= now) {
    metrics.duration('decision_delay', now - dueAt);
  }
  if (code !== greenCode || !isNew) return;
  const { consecutiveFixupAttempts: pushed, pushes } = state;
  metrics.count('turned_green', 1, { outcome: pushed > 0 ? 'repaired' : 'by-itself' });
  const first = pushed > 0 ? pushes.at(-pushed) : undefined;
  if (first !== undefined) metrics.duration('time_to_green', Math.max(0, now - first.at));
}
