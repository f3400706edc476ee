import type { DecisionInputs } from '#model/decision.ts';
import { counted } from '#base/words.ts';
import type { FixupAction, Guard } from './table/condition.ts';
import { attemptsSpent } from './table/fixup-obstacles.ts';
import { areAttemptsSpent, guards } from './table/guards.ts';

/** The fourteen guards, in their order: the first one that holds decides. */
export function determineFixupAction(
  inputs: DecisionInputs,
  table: readonly Guard[] = guards,
): FixupAction {
  const guard = table.find(({ holds }) => holds({ inputs }));
  if (guard === undefined) throw new Error('The last guard has to hold whatever is the case');
  const { action, code } = guard;
  const reason = guard.sentence({ inputs });
  if (guard.session === undefined || !areAttemptsSpent(inputs)) {
    return { guard, action, code, reason };
  }
  const pushed = `${counted(inputs.consecutiveAttempts, 'pushed fixup')} in a row`;
  return {
    guard,
    action: attemptsSpent.action,
    code: attemptsSpent.code,
    reason: `${reason.slice(0, -1)} after ${pushed}.`,
  };
}
