import type { Changeset } from '#model/changeset.ts';
import { nameFirst } from '#base/words.ts';
import type { ChangesetFacts } from './changeset-facts.ts';
import { type ChangesetRejection, rejectChangeset } from './changeset-rejection.ts';
import { shownText } from './rejection.ts';

/** What tests demand is for people to say, unless they said otherwise. */
export function judgeExpectations(
  { evidence: { expectations = [] } }: Changeset,
  facts: Pick<ChangesetFacts, 'expectations'>,
): readonly ChangesetRejection[] {
  if (facts.expectations === 'push' || expectations.length === 0) return [];
  const tests = nameFirst(
    expectations.map(({ test }) => shownText(test)),
    3,
  );
  const sentence = `Tests pass only because they demand something else than before (${tests}); a person decides whether that is right.`;
  return [rejectChangeset('EXPECTATIONS_CHANGED', sentence)];
}
