import type { BaseTrouble } from '#model/baseline.ts';
import type { CheckedEngine } from '#model/check-report.ts';
import { indicatesFailure } from '../outcome/failures.ts';

type JudgedRun = Pick<CheckedEngine, 'degraded' | 'outcome'>;

/** What keeps a run from being relied on in full; undefined: nothing does. */
export function findTrouble({ outcome, degraded }: JudgedRun): BaseTrouble | undefined {
  const { plan, error, completeness, warnings } = outcome;
  const at = { root: plan.root, reason: error?.reason ?? null };
  const told = warnings.join(' ');
  if (error !== null || indicatesFailure(outcome)) {
    return { ...at, kind: 'failed', message: error?.message ?? told };
  }
  if (degraded) return { ...at, kind: 'degraded', message: told };
  if (completeness.kind === 'complete') return undefined;
  return { ...at, kind: 'partial', message: completeness.reason };
}

/** Says that the trouble of a run is that of the merge base; undefined: it has none, or one of its own. */
export function explainSameAtBase(
  run: JudgedRun,
  atBase: readonly BaseTrouble[] = [],
): string | undefined {
  const trouble = findTrouble(run);
  const same = trouble && atBase.some((one) => isSameTrouble(trouble, one));
  return same === true ? describeTrouble(run.outcome.plan, trouble) : undefined;
}

/** Another reason is another trouble. What judges a part is no worse than what judged no more than that before. */
function isSameTrouble({ root, kind, reason }: BaseTrouble, before: BaseTrouble): boolean {
  if (root !== before.root) return false;
  return kind === 'partial' || (kind === before.kind && reason === before.reason);
}

function describeTrouble(
  { engine, root }: JudgedRun['outcome']['plan'],
  { kind, message }: BaseTrouble,
): string {
  return `${engine}${root === '.' ? '' : ` in ${root}`} ${words[kind]}: ${message}`;
}

const words: Readonly<Record<BaseTrouble['kind'], string>> = {
  failed: 'fails at the merge base too, so it judges nothing here',
  degraded: 'does not judge as it is told to at the merge base either',
  partial: 'judges only a part at the merge base too',
};
