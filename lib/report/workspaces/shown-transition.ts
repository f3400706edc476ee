import type { Transition } from '#model/transition.ts';
import type { ShownTransition } from './overview.ts';
import { codeOf } from './stored-decision.ts';
import { toldText } from './told-text.ts';

/** An entry of the log for people: what it says, without what it was made from. */
export function shownTransition(entry: Transition): ShownTransition {
  const { rev, createdAt, action, reason } = entry;
  return { rev, at: createdAt, action, code: codeOf(entry), reason: toldText(reason) };
}
