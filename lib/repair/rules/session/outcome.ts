import type { SessionSummary } from '#model/session-summary.ts';
import type { AgentTrouble } from './agent-trouble.ts';
import { counted } from '#base/words.ts';
import { repairedCount, type Repairs } from './repairs.ts';

export interface SessionFacts {
  readonly interrupted: boolean;
  /** Why the session could not do its work, if it could not. */
  readonly failure: string | undefined;
  readonly toRepair: SessionSummary['toRepair'];
  readonly repairs: Repairs;
  /** What became of what was asked for beside findings; undefined: nothing was. */
  readonly asked: string | undefined;
  readonly accepted: number;
  readonly engineErrors: number;
  /** What differs between runs of the untouched tree, in sentences. */
  readonly noise: readonly string[];
  /** Why tasks were given up that no agent could work on. */
  readonly givenUp?: AgentTrouble | undefined;
}

/** What a session came to, in one word and a sentence or two. */
export function decideSessionOutcome(
  facts: SessionFacts,
): Pick<SessionSummary, 'outcome' | 'sentence'> {
  const { interrupted, failure, toRepair, accepted, engineErrors, noise } = facts;
  if (failure !== undefined) return { outcome: 'failed', sentence: failure };
  if (interrupted) {
    const sentence = `Interrupted with ${counted(accepted, 'change')} accepted; nothing was delivered.`;
    return { outcome: 'interrupted', sentence };
  }
  const sentence = describeSessionOutcome(facts);
  // What was left alone may still fail.
  const isSure = engineErrors === 0 && noise.length === 0;
  if (toRepair.after === 0 && isSure) return { outcome: 'green', sentence };
  return { outcome: accepted === 0 ? 'unchanged' : 'better', sentence };
}

function describeSessionOutcome({
  repairs,
  asked,
  engineErrors,
  noise,
  givenUp,
}: SessionFacts): string {
  const errors = `${counted(engineErrors, 'engine')} could not be relied on`;
  const doubt = engineErrors === 0 ? undefined : `${errors}.`;
  const parts = [asked, findingsSentence(repairs), doubt, ...noise, givenUp?.sentence];
  const told = parts.filter((part) => part !== undefined);
  return told.length === 0 ? 'The engines found nothing to repair.' : told.join(' ');
}

/** undefined: there were none. */
function findingsSentence(repairs: Repairs): string | undefined {
  const { before, setAside, left, fresh, unsure } = repairs;
  const repaired = repairedCount(repairs);
  if (before === 0 && fresh === 0) return undefined;
  if (repaired === before && fresh === 0) {
    return before === 1 ? 'The only finding is repaired.' : `All ${before} findings repaired.`;
  }
  const rest = [
    ...(setAside === 0 ? [] : [`${setAside} set aside`]),
    ...(left === 0 ? [] : [`${left} left`]),
    ...(unsure === 0 ? [] : [`${unsure} not known`]),
    ...(fresh === 0 ? [] : [`${fresh} new`]),
  ];
  const all = counted(before, 'finding');
  if (repaired === 0 && setAside === 0) return `None of ${all} repaired: ${rest.join(', ')}.`;
  return `${repaired} of ${all} repaired: ${rest.join(', ')}.`;
}
