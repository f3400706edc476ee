import type { LookFacts, RatchetSettings } from '#model/look-facts.ts';
import { checkLabel } from '../observation/check-key.ts';
import { moment } from '#base/moment.ts';

export type WaitCode = 'RUNNING_TOO_LONG' | 'APPROVAL_NEEDED' | 'WORKFLOW_BROKEN';

interface Waiting {
  readonly code: WaitCode;
  readonly reason: string;
}

/** Checks that have run for longer than any should, by name: some are made never to end. */
export function runningTooLong(
  { pending = [], now }: LookFacts,
  { running }: RatchetSettings,
): Waiting | undefined {
  const late = pending.filter(({ since }) => now - since > running);
  if (late.length === 0) return undefined;
  const said = listed(late.map(({ name, since }) => `${name} (since ${minuteOf(since)})`));
  return { code: 'RUNNING_TOO_LONG', reason: `Checks do not end: ${said}.` };
}

/** Workflows that a person has to let run, and those that GitHub could not start. */
export function heldUp({ held = [] }: LookFacts): Waiting | undefined {
  const labels = Map.groupBy(held, ({ says }) => says);
  const named = (says: 'approval' | 'broken'): string | undefined => {
    const found = labels.get(says);
    return found && listed(found.map((one) => checkLabel(one)));
  };
  const approval = named('approval');
  if (approval !== undefined) {
    const reason = `Workflows wait until a person with write permission approves that they run: ${approval}.`;
    return { code: 'APPROVAL_NEEDED', reason };
  }
  const broken = named('broken');
  if (broken === undefined) return undefined;
  const reason = `Workflows failed before any job of theirs began: ${broken}.`;
  return { code: 'WORKFLOW_BROKEN', reason };
}

const most = 5;

function listed(names: readonly string[]): string {
  const each = [...new Set(names)];
  const more = each.length > most ? `, and ${each.length - most} more` : '';
  return `${each.slice(0, most).join(', ')}${more}`;
}

/** A moment and not a span: the same state of things has the same words. */
function minuteOf(at: number): string {
  return `${moment(at).slice(0, -':00'.length)} UTC`;
}
