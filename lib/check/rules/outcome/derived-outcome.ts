import type { EngineOutcome } from '#model/engine-outcome.ts';

/** What a run on everything says of a part of it, of whose findings so many lie there. */
export function deriveOutcome(
  target: EngineOutcome,
  plan: EngineOutcome['plan'],
  findings: number,
): EngineOutcome {
  return withFewerFindings({ ...target, plan, origin: 'derived' }, findings);
}

/** The outcome where some of its findings are reported by another run. */
export function withFewerFindings(outcome: EngineOutcome, findings: number): EngineOutcome {
  // Where all of them lie elsewhere, the exit code speaks of none of these.
  const clean = outcome.category === 'diagnostic' && findings === 0;
  return clean ? { ...outcome, findings, category: 'success', exit: 0 } : { ...outcome, findings };
}
