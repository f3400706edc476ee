import { counted, seconds } from '#base/words.ts';
import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { indicatesFailure } from '#check/rules/outcome/failures.ts';

/** Names runs as briefly as the plans of a check allow: the root and the mode only where they tell runs apart. */
export function nameRuns(plans: readonly EnginePlan[]): (plan: EnginePlan) => string {
  return ({ engine, root, mode }) => {
    const modes = plans.filter((plan) => plan.engine === engine && plan.root === root);
    const place = root === '.' ? '' : ` in ${root}`;
    return `${engine}${place}${modes.length > 1 ? ` (${mode})` : ''}`;
  };
}

/** What became of a run, in a few words. */
export function describeEnd(outcome: EngineOutcome): string {
  const { error, findings, origin, durationMs } = outcome;
  if (indicatesFailure(outcome)) return error === null ? 'failed' : `failed, ${error.reason}`;
  const count = counted(findings, 'finding');
  return origin === 'cached' ? `from the cache, ${count}` : `${count} in ${seconds(durationMs)}`;
}
