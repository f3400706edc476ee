import type { DecisionTable } from '#ratchet/rules/decision/table/condition.ts';
import { type AskedCondition, walkDecisionTable } from '#ratchet/rules/decision/decide.ts';
import type { StoredDecision } from './stored-decision.ts';
import { safeLine } from './told-text.ts';

/** How a decision came about, question by question: the guards, and what was asked before a fixup. */
export function explainDecision(
  { facts, settings }: StoredDecision,
  table?: DecisionTable,
): readonly AskedCondition[] {
  const { asked } = walkDecisionTable(facts, settings, table);
  return asked.map((one) => ({ ...one, seen: safeLine(one.seen) }));
}
