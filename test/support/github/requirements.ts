import type { Pull, Review } from './model.ts';
import { rollupOf, stateOfContext } from './rollup.ts';
import type { RollupContext } from './rollup.ts';

export interface Requirements {
  /** A required check or review is missing. */
  readonly blocked: boolean;
  /** The base must be contained before it merges. */
  readonly strict: boolean;
}

/** What the rules of its base branch still ask of a pull request. */
export function requirementsOf(pull: Pull): Requirements {
  const rules = pull.repository.rules.get(pull.baseRef) ?? {};
  const decision = reviewDecisionOf(pull);
  const reviewed = decision === undefined || decision === 'APPROVED';
  const checked = (rules.requiredChecks ?? []).every(({ context }) => hasPassed(pull, context));
  return { blocked: !reviewed || !checked, strict: rules.strict === true };
}

/** Undefined where no review is asked for and none has asked for changes. */
export function reviewDecisionOf(
  pull: Pull,
): 'APPROVED' | 'CHANGES_REQUESTED' | 'REVIEW_REQUIRED' | undefined {
  const required = pull.repository.rules.get(pull.baseRef)?.requiredReviews ?? 0;
  const opinions = latestOpinions(pull);
  if (opinions.some(({ state }) => state === 'CHANGES_REQUESTED')) return 'CHANGES_REQUESTED';
  if (required === 0) return undefined;
  const approvals = opinions.filter(({ state }) => state === 'APPROVED').length;
  return approvals >= required ? 'APPROVED' : 'REVIEW_REQUIRED';
}

/** The last review of each reviewer, whatever it says. */
export function latestReviews(pull: Pull): readonly Review[] {
  return lastByAuthor(pull.reviews);
}

/** Whether the rules of the base ask for a check or status of this name. */
export function isRequired(pull: Pull, context: RollupContext): boolean {
  const rules = pull.repository.rules.get(pull.baseRef);
  return (rules?.requiredChecks ?? []).some((required) => {
    if (required.context !== nameOf(context)) return false;
    if (required.appId === undefined) return true;
    return context.kind === 'CheckRun' && context.suite.app.id === required.appId;
  });
}

// A comment takes back neither an approval nor a request for changes.
function latestOpinions(pull: Pull): readonly Review[] {
  return lastByAuthor(pull.reviews.filter(({ state }) => state !== 'COMMENTED'));
}

function lastByAuthor(reviews: readonly Review[]): readonly Review[] {
  return [...new Map(reviews.map((review) => [review.author?.login, review])).values()];
}

// The newest of a name counts, and where a check and a status share it, both must pass.
function hasPassed(pull: Pull, name: string): boolean {
  const contexts = rollupOf(pull.repository, pull.headSha)?.contexts ?? [];
  const standing = contexts.filter(
    (context) => nameOf(context) === name && !(context.kind === 'CheckRun' && context.superseded),
  );
  return standing.length > 0 && standing.every((context) => stateOfContext(context) === 'SUCCESS');
}

function nameOf(context: RollupContext): string {
  return context.kind === 'CheckRun' ? context.name : context.context;
}
