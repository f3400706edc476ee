import type { SessionSummary } from '../model/session-summary.ts';
import type { AgentTrouble } from './agent-trouble.ts';
import { counted } from '../report/words.ts';

export interface SessionFacts {
  readonly interrupted: boolean;
  /** Why the session could not do its work, if it could not. */
  readonly failure: string | undefined;
  readonly toRepair: SessionSummary['toRepair'];
  readonly accepted: number;
  readonly engineErrors: number;
  /** Why tasks were given up that no agent could work on. */
  readonly givenUp?: AgentTrouble | undefined;
}

/** What a session came to, in one word and one sentence. */
export function outcomeOf(facts: SessionFacts): Pick<SessionSummary, 'outcome' | 'sentence'> {
  const { interrupted, failure, toRepair, accepted, engineErrors, givenUp } = facts;
  if (failure !== undefined) return { outcome: 'failed', sentence: failure };
  if (interrupted) {
    const sentence = `Interrupted with ${counted(accepted, 'change')} accepted; nothing was handed over.`;
    return { outcome: 'interrupted', sentence };
  }
  const left = `${toRepair.after} of ${counted(toRepair.before, 'finding')} left`;
  const doubt =
    engineErrors === 0 ? '' : `, and ${counted(engineErrors, 'engine')} could not be relied on`;
  if (toRepair.after === 0 && engineErrors === 0) {
    const sentence =
      toRepair.before === 0
        ? 'Nothing was to be repaired.'
        : `All ${counted(toRepair.before, 'finding')} repaired.`;
    return { outcome: 'green', sentence };
  }
  const because = givenUp === undefined ? '' : ` ${givenUp.sentence}`;
  if (accepted === 0) {
    return { outcome: 'unchanged', sentence: `Nothing was repaired: ${left}${doubt}.${because}` };
  }
  return { outcome: 'better', sentence: `Repaired in part: ${left}${doubt}.${because}` };
}
