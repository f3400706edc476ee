import type { Decision } from '#model/decision.ts';
import type { RatchetSettings } from '#model/look-facts.ts';
import { decide, type AskedCondition, walkDecisionTable } from '#ratchet/rules/decision/decide.ts';
import type { DecisionTable } from '#ratchet/rules/decision/table/condition.ts';
import { safeLine } from '../safe-text.ts';
import type { StoredDecision } from './stored-decision.ts';

export type ReplayedDecision = Pick<Decision, 'action' | 'code' | 'reason'>;

/** A stored decision made again. */
export interface Replayed {
  readonly rev: number;
  readonly at: number;
  /** What the log says. */
  readonly stored: ReplayedDecision;
  /** Under the settings it was made under; where it differs, the log or the rules are not what they were. */
  readonly again: ReplayedDecision;
  /** Under other settings. */
  readonly other: ReplayedDecision;
}

/** What else the settings could have been. */
export type OtherSettings = (settings: RatchetSettings) => RatchetSettings;

/** Makes a decision again from what it was made from, as it was and under other settings. */
export function replayDecision(
  { rev, at, action, code, reason, facts, settings }: StoredDecision,
  others: OtherSettings,
): Replayed {
  const stored = { action, code, reason };
  const decideUnder = (under: RatchetSettings): ReplayedDecision => {
    const made = decide(facts, under);
    return { action: made.action, code: made.code, reason: made.reason };
  };
  return { rev, at, stored, again: decideUnder(settings), other: decideUnder(others(settings)) };
}

/** The words of a reason may become better with a later version; what was decided may not. */
export function isSameDecision(one: ReplayedDecision, two: ReplayedDecision): boolean {
  return one.action === two.action && one.code === two.code;
}

/** How a decision came about, question by question: the guards, and what was asked before a fixup. */
export function explainDecision(
  { facts, settings }: StoredDecision,
  table?: DecisionTable,
): readonly AskedCondition[] {
  const { asked } = walkDecisionTable(facts, settings, table);
  return asked.map((one) => ({ ...one, seen: safeLine(one.seen) }));
}
