import type { EngineOutcome } from '../model/engine-outcome.ts';

/** What a run on everything says of a part of it, of whose findings so many lie there. */
export function derivedOutcome(
  target: EngineOutcome,
  plan: EngineOutcome['plan'],
  findings: number,
): EngineOutcome {
  const derived = { ...target, plan, origin: 'derived', findings } as const;
  // Where all findings lie elsewhere, the exit code speaks of none of these.
  const clean = target.category === 'diagnostic' && findings === 0;
  return clean ? { ...derived, category: 'success', exit: 0 } : derived;
}
