import type { EngineOutcome } from '#model/engine-outcome.ts';

export type JudgedOutcome = Pick<EngineOutcome, 'category' | 'exit' | 'findings'>;

/** True when any of these runs cannot be relied on. */
export function hasFailures(outcomes: readonly JudgedOutcome[]): boolean {
  return outcomes.some((outcome) => indicatesFailure(outcome));
}

/** True when any of these runs gave findings, in every category. */
export function hasDiagnostics(outcomes: readonly Pick<JudgedOutcome, 'findings'>[]): boolean {
  return outcomes.some(({ findings }) => findings > 0);
}

/** A failed tool, a run that nothing explains, or a code that no finding answers for. */
export function indicatesFailure({ category, exit, findings }: JudgedOutcome): boolean {
  if (category === 'tool_failure' || category === 'unknown') return true;
  return exit !== 0 && findings === 0;
}
