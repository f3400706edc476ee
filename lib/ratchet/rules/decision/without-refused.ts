import type { DecisionInputs } from '#model/decision.ts';
import type { LookFacts } from '#model/look-facts.ts';
import type { SessionKind } from '#model/session.ts';

type Fixup = 'FIX_MERGE_CONFLICT' | 'FIX_CI' | 'FIX_REVIEW';

/** What is asked beside that which people took back: they want that as it is. */
export function withoutRefused(
  inputs: DecisionInputs,
  { refused }: Pick<LookFacts, 'refused'>,
): DecisionInputs {
  const kinds = new Set(refused.map(({ kind }) => kind));
  const { mergeState, ciStatus, reviewState } = inputs;
  return {
    ...inputs,
    mergeState:
      mergeState === 'conflicting' && kinds.has('merge-conflict') ? 'mergeable' : mergeState,
    ciStatus: ciStatus === 'failed' && kinds.has('ci') ? 'passed' : ciStatus,
    reviewState: kinds.has('review') ? 'clear' : reviewState,
  };
}

/** The first thing that would be fixed if people had not taken it back; undefined: there is none. */
export function refusedFixup(
  { mergeState, ciStatus, reviewState }: DecisionInputs,
  { refused }: Pick<LookFacts, 'refused'>,
): Fixup | undefined {
  const kinds = new Set(refused.map(({ kind }) => kind));
  if (mergeState === 'conflicting' && kinds.has('merge-conflict')) return 'FIX_MERGE_CONFLICT';
  if (ciStatus === 'failed' && kinds.has('ci')) return 'FIX_CI';
  const isAsked = reviewState === 'changes-requested' && kinds.has('review');
  return isAsked ? 'FIX_REVIEW' : undefined;
}

/** The refusal of this fixup. */
export function refusalOf(
  action: Fixup,
  { refused }: Pick<LookFacts, 'refused'>,
): LookFacts['refused'][number] | undefined {
  return refused.find(({ kind }) => kind === kinds[action]);
}

const kinds: Readonly<Record<Fixup, SessionKind>> = {
  FIX_MERGE_CONFLICT: 'merge-conflict',
  FIX_CI: 'ci',
  FIX_REVIEW: 'review',
};
