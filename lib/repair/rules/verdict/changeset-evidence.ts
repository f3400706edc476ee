import { componentKey, describeComponent } from '#check/rules/findings/vector-component.ts';
import type { Changeset } from '#model/changeset.ts';
import { type ChangesetRejection, rejectChangeset } from './changeset-rejection.ts';
import type { ChangesetFacts } from './changeset-facts.ts';
import { shownText } from './rejection.ts';

/** The evidence must be of this very tree and head, and its own numbers must show that nothing is worse. */
export function judgeEvidence(
  changeset: Changeset,
  facts: Pick<ChangesetFacts, 'report' | 'session'>,
): readonly ChangesetRejection[] {
  const { evidence, tree, parents } = changeset;
  const found: ChangesetRejection[] = [];
  if (evidence.tree !== tree) {
    found.push(
      rejectChangeset('EVIDENCE_OF_OTHER', `Its evidence is of ${evidence.tree}, not of ${tree}.`),
    );
  }
  if (evidence.head !== parents[0] || evidence.head !== facts.session.headBefore) {
    const sentence = `Its evidence compares with ${evidence.head}, not with the head of its run.`;
    found.push(rejectChangeset('EVIDENCE_OF_OTHER', sentence));
  }
  return [...found, ...judgeCompleteness(changeset, facts), ...judgeNumbers(changeset, facts)];
}

/** Each component that the report compares has its numbers, and there is something to compare. */
function judgeCompleteness(
  { evidence: { vector } }: Changeset,
  { report }: Pick<ChangesetFacts, 'report'>,
): readonly ChangesetRejection[] {
  const told = new Set(vector.map(({ measures }) => componentKey(measures)));
  const isWhole =
    report?.components.every(({ measures }) => told.has(componentKey(measures))) === true;
  if (isWhole && told.size > 0) return [];
  const sentence = 'Its evidence lacks the report or numbers of it; run the fixup again.';
  return [rejectChangeset('EVIDENCE_MISSING', sentence)];
}

function judgeNumbers(
  { evidence: { vector, notWorse }, changes }: Changeset,
  { report }: Pick<ChangesetFacts, 'report'>,
): readonly ChangesetRejection[] {
  const components = report?.components ?? [];
  const gone = new Set(changes.flatMap(({ kind, path }) => (kind === 'delete' ? path : [])));
  const compared = new Set(components.map(({ measures }) => componentKey(measures)));
  const worse = vector.filter(({ measures, before, after }) => {
    if (measures.kind !== 'coverage') return after > before;
    // A share of covered lines also falls where covered lines go; only the report knows the lines.
    const isExplained = gone.has(measures.path) || compared.has(componentKey(measures));
    return after < before && !isExplained;
  });
  const told = components.filter(({ result }) => result === 'worse');
  const phrases = [...worse, ...told].map(({ measures }) => describeComponent(measures));
  const all = [...new Set(phrases)].map(shownText);
  if (notWorse && report?.acceptable !== false && all.length === 0) return [];
  const which = all.length === 0 ? 'something' : all.join(', ');
  return [rejectChangeset('EVIDENCE_WORSE', `By its own evidence it makes worse: ${which}.`)];
}
