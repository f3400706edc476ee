import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { ExitCatalog } from './exit-catalog.ts';
import type { Judgement } from './judge-run.ts';
import { judgeEngineRun } from './judge-run.ts';
import type { RunFacts } from './run-facts.ts';

/** An outcome with what it rests on: this is what a cache keeps. */
export interface StoredOutcome {
  readonly outcome: EngineOutcome;
  readonly facts: RunFacts;
}

/** Judges a cached run again, so that a better catalog also holds for runs that are already over. */
export function reclassify(
  { outcome, facts }: StoredOutcome,
  catalog: ExitCatalog,
): { readonly outcome: EngineOutcome; readonly judgement: Judgement } {
  const judgement = judgeEngineRun({ plan: outcome.plan, facts, catalog });
  return { outcome: withJudgement({ ...outcome, origin: 'cached' }, judgement), judgement };
}

/** Writes a judgement into an outcome. */
export function withJudgement(
  outcome: Omit<EngineOutcome, keyof Judgement>,
  { why: _why, degraded: _degraded, ...judged }: Judgement,
): EngineOutcome {
  return { ...outcome, ...judged };
}
