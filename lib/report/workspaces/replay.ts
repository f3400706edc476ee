import type { Decision } from '#model/decision.ts';
import type { RatchetSettings } from '#model/look-facts.ts';
import { decide } from '#ratchet/rules/decision/decide.ts';
import type { StoredDecision } from './stored-decision.ts';

export type Verdict = Pick<Decision, 'action' | 'code' | 'reason'>;

/** A stored decision made again. */
export interface Replayed {
  readonly rev: number;
  readonly at: number;
  /** What the log says. */
  readonly stored: Verdict;
  /** Under the settings it was made under; where it differs, the log or the rules are not what they were. */
  readonly again: Verdict;
  /** Under other settings. */
  readonly other: Verdict;
}

/** What else the settings could have been. */
export type OtherSettings = (settings: RatchetSettings) => RatchetSettings;

/** Makes a decision again from what it was made from, as it was and under other settings. */
export function replay(
  { rev, at, action, code, reason, facts, settings }: StoredDecision,
  others: OtherSettings,
): Replayed {
  const stored = { action, code, reason };
  const decided = (under: RatchetSettings): Verdict =>
    underBrokenConfig(decide(facts, under), stored);
  return { rev, at, stored, again: decided(settings), other: decided(others(settings)) };
}

/** The words of a reason may become better with a later version; what was decided may not. */
export function isSame(one: Verdict, two: Verdict): boolean {
  return one.action === two.action && one.code === two.code;
}

/** What could not be read then is not known now: where it mattered, the decision stands. */
function underBrokenConfig({ action, code, reason }: Decision, stored: Verdict): Verdict {
  const isOnlyWatching = action === 'WAIT' || action === 'DONE';
  if (stored.code === 'CONFIG_BROKEN' && !isOnlyWatching) return stored;
  return { action, code, reason };
}
