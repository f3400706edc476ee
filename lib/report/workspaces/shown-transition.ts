import type { Transition } from '#model/transition.ts';
import type { ShownTransition } from './overview.ts';
import { transitionCode } from './stored-decision.ts';
import { safeLine } from './told-text.ts';

/** An entry of the log for people: what it says, without what it was made from. */
export function showTransition(entry: Transition): ShownTransition {
  const { rev, createdAt, action, reason } = entry;
  return { rev, at: createdAt, action, code: transitionCode(entry), reason: safeLine(reason) };
}
