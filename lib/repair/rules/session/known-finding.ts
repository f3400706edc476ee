import type { BaselineEntry } from '#check/rules/findings/baseline.ts';
import type { Identified, SourceOf } from '#check/rules/findings/identity.ts';
import type { NativeHash } from '#base/hash.ts';
import { matchFindings } from '#check/rules/findings/match.ts';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import type { Finding } from '#model/finding.ts';

/** A finding that a session knows of, and whether it is to be repaired or may stay. */
export interface KnownFinding {
  readonly finding: Finding;
  readonly entry: BaselineEntry;
  readonly toRepair: boolean;
  /** It was there when the session began. */
  readonly fromStart: boolean;
}

export interface Recognized {
  readonly found: Identified<Finding>;
  /** undefined: it was not there before. */
  readonly known: KnownFinding | undefined;
}

export interface RecognizeInput {
  readonly found: readonly Identified<Finding>[];
  readonly known: readonly KnownFinding[];
  /** Whether the run looked at a file. */
  readonly inScope: (path: string) => boolean;
  /** Old path to new path, since the known ones were found. */
  readonly renames: ReadonlyMap<string, string>;
  readonly sourceOf: SourceOf;
  readonly oldSourceOf: SourceOf;
}

/** Tells which findings were known before, though lines moved and were edited, and which are new. */
export function recognize(
  deps: { readonly hash: NativeHash },
  { found, known, oldSourceOf, ...tree }: RecognizeInput,
): readonly Recognized[] {
  const byEntry = new Map(known.map((one) => [one.entry, one]));
  const { marks } = matchFindings({
    current: found,
    baseline: known.map(({ entry }) => entry),
    ...tree,
    oldLine: createOldLines(deps, oldSourceOf),
  });
  return marks.map((mark) => ({
    found: mark.found,
    known: mark.verdict === 'new' ? undefined : byEntry.get(mark.entry),
  }));
}

export function newKnownFinding(
  { finding, identity }: Identified<Finding>,
  standing: Pick<KnownFinding, 'toRepair' | 'fromStart'>,
): KnownFinding {
  return { finding, entry: { ...identity, message: finding.message }, ...standing };
}
