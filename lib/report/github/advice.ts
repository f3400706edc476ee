import type { DecisionTable } from '#ratchet/rules/decision/table/condition.ts';
import { findCondition } from '#ratchet/rules/decision/table/decision-table.ts';
import type { WorkspaceState } from '#model/workspace.ts';

/** What a person can do, where nothing happens without one; undefined: no person is needed. */
export function adviseHuman(
  { lastDecision, question }: WorkspaceState,
  table?: DecisionTable,
): string | undefined {
  if (question !== undefined) {
    return 'A plan asks a question in a comment here: answer it with `/ratchet answer TEXT`.';
  }
  if (lastDecision?.needsHuman !== true) return undefined;
  const known = findCondition(lastDecision.code, table)?.advice;
  return known ?? 'Read the reason above; comment `/ratchet retry` to try again.';
}
