import type { Changeset } from '#model/changeset.ts';
import { type ChangesetRejection, refuse } from './changeset-rejection.ts';
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
    found.push(refuse('EVIDENCE_OF_OTHER', `Its evidence is of ${evidence.tree}, not of ${tree}.`));
  }
  if (evidence.head !== parents[0] || evidence.head !== facts.session.headBefore) {
    const sentence = `Its evidence compares with ${evidence.head}, not with the head of its run.`;
    found.push(refuse('EVIDENCE_OF_OTHER', sentence));
  }
  return [...found, ...judgeCompleteness(changeset, facts), ...judgeNumbers(changeset, facts)];
}

/** Each component that the report compares has its numbers, and there is something to compare. */
function judgeCompleteness(
  { evidence: { vector } }: Changeset,
  { report }: Pick<ChangesetFacts, 'report'>,
): readonly ChangesetRejection[] {
  const told = new Set(Object.keys(vector));
  const isWhole = report?.components.every(({ component }) => told.has(component)) === true;
  if (isWhole && told.size > 0) return [];
  const sentence = 'Its evidence lacks the report or numbers of it; run the fixup again.';
  return [refuse('EVIDENCE_MISSING', sentence)];
}

function judgeNumbers(
  { evidence: { vector, notWorse }, changes }: Changeset,
  { report }: Pick<ChangesetFacts, 'report'>,
): readonly ChangesetRejection[] {
  const components = report?.components ?? [];
  const gone = new Set(changes.flatMap(({ kind, path }) => (kind === 'delete' ? path : [])));
  const results = new Map(components.map(({ component, result }) => [component, result]));
  // A share of covered lines also falls where covered lines go; only the report knows the lines.
  const isExplained = (name: string): boolean =>
    gone.has(name.slice(ofCoverage.length)) || results.has(name);
  const worse = Object.entries(vector)
    .filter(([name, { before, after }]) =>
      name.startsWith(ofCoverage) ? after < before && !isExplained(name) : after > before,
    )
    .map(([name]) => name);
  const told = components.filter(({ result }) => result === 'worse').map((one) => one.component);
  const all = [...new Set([...worse, ...told])].map(shownText);
  if (notWorse && report?.acceptable !== false && all.length === 0) return [];
  const which = all.length === 0 ? 'something' : all.join(', ');
  return [refuse('EVIDENCE_WORSE', `By its own evidence it makes worse: ${which}.`)];
}

const ofCoverage = 'coverage of ';
