import type { Changeset } from '#model/changeset.ts';
import { countAddedSuppressions, maySilence } from '#check/rules/findings/suppressions.ts';
import { isTestSide } from '../evidence/test-side.ts';
import type { ChangesetFacts } from './changeset-facts.ts';
import { type ChangesetRejection, rejectChangeset } from './changeset-rejection.ts';
import type { DiffEntry } from './diff.ts';
import { lineChanges } from './line-changes.ts';

type Derived = Pick<ChangesetFacts, 'attempts' | 'before' | 'limits' | 'setAside' | 'silencers'>;

/** What a changeset tells of itself, held against what its own files show. */
export function judgeClaims(
  changeset: Changeset,
  entries: readonly DiffEntry[],
  facts: Derived,
): readonly ChangesetRejection[] {
  return [
    ...judgeTestClaims(changeset),
    ...judgeProofClaims(changeset),
    ...judgeSilencing(changeset, entries, facts),
    ...judgeLineCount(changeset, entries, facts),
  ];
}

function contradicted(what: string): ChangesetRejection {
  const sentence = `${what}, so nothing that it tells can be believed; see what its worker ran, and run the fixup again.`;
  return rejectChangeset('EVIDENCE_CONTRADICTED', sentence);
}

/** Tests demand something else only where something on their side changed. */
function judgeTestClaims({ changes, evidence }: Changeset): readonly ChangesetRejection[] {
  const { expectations = [] } = evidence;
  if (expectations.length === 0 || changes.some(({ path }) => isTestSide(path))) return [];
  return [contradicted('It says that tests demand something else, and changes no test')];
}

/** No change is accepted whose evidence was not believed. */
function judgeProofClaims({
  evidence: { proof, vector },
}: Changeset): readonly ChangesetRejection[] {
  if (proof === undefined) return [];
  const impossible = proof.find(
    ({ tests }) =>
      tests !== undefined &&
      (tests.canaries.held !== tests.canaries.planted ||
        tests.mutants.killed > tests.mutants.tried),
  );
  const proved = new Set(proof.map(({ engine }) => engine));
  const unproved = vector.flatMap(({ measures }) =>
    measures.kind === 'new-findings' && !proved.has(measures.engine) ? measures.engine : [],
  );
  return [
    ...(impossible === undefined
      ? []
      : [
          contradicted(
            `Its proof by ${impossible.engine} rests on numbers that no accepted change has`,
          ),
        ]),
    ...(unproved[0] === undefined
      ? []
      : [
          contradicted(
            `It compares findings of ${unproved[0]} and has no proof that this engine ran`,
          ),
        ]),
  ];
}

/** Counted anew in the texts that we read ourselves. */
function judgeSilencing(
  { evidence: { vector } }: Changeset,
  entries: readonly DiffEntry[],
  { before, setAside, silencers }: Derived,
): readonly ChangesetRejection[] {
  const told = vector
    .filter(({ measures }) => measures.kind === 'suppressions')
    .reduce((sum, one) => sum + Math.max(0, one.after - one.before), 0);
  const known = entries.filter((entry) => isKnown(entry, before));
  const ran = new Set(
    vector.flatMap(({ measures }) => (measures.kind === 'new-findings' ? measures.engine : [])),
  );
  const added = silencers
    .filter(({ id }) => ran.has(id))
    .reduce((sum, engine) => {
      const files = known
        .filter(({ path }) => maySilence(path, engine))
        .map((entry) => ({ before: textBefore(entry, before), after: entry.newText }));
      return sum + countAddedSuppressions(files, engine.suppressions);
    }, 0);
  if (added - setAside <= told) return [];
  return [contradicted(`It silences engines in ${added} places and tells of ${told + setAside}`)];
}

/** Each accepted attempt may use the limit. What the base brings in is no one's attempt. */
function judgeLineCount(
  { parents }: Changeset,
  entries: readonly DiffEntry[],
  { attempts, before, limits }: Derived,
): readonly ChangesetRejection[] {
  if (parents.length > 1) return [];
  const most = limits.maxLinesChanged * Math.max(1, attempts);
  const lines = entries
    .filter((entry) => isKnown(entry, before))
    .map((entry) => lineChanges({ ...entry, oldText: textBefore(entry, before) }))
    .reduce((sum, { added, removed }) => sum + added.length + removed.length, 0);
  if (lines <= most) return [];
  const sentence = `It changes ${lines} lines, and its ${attempts} accepted attempts may change ${most}; raise limits.maxLinesChanged if that is right.`;
  return [{ code: 'TOO_MANY_LINES', sentence }];
}

function isKnown({ path, oldPath = path, oldMode }: DiffEntry, before: Derived['before']): boolean {
  return oldMode === null || before.has(oldPath);
}

function textBefore({ path, oldPath = path }: DiffEntry, before: Derived['before']) {
  return before.get(oldPath);
}
