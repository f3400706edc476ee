import type { BaselineEntry } from './baseline.ts';
import { pairEditedLines } from './edited-lines.ts';
import type { Identifiable, Identified, FindingIdentity, SourceOf } from './identity.ts';
import { openPairing, pairByKey, type Pairing, type Pass } from './pairing.ts';

/** One engine's findings and what is tolerated of that engine. */
export interface MatchInput<F extends Identifiable> {
  readonly current: readonly Identified<F>[];
  readonly baseline: readonly BaselineEntry[];
  /** Old path to new path. */
  readonly renames?: ReadonlyMap<string, string>;
  /**
   * Whether the run looked at a file, by its new path; of a deleted file, whether it would have. An entry
   * elsewhere is neither fixed nor moved, whatever the run found.
   */
  readonly inScope?: (path: string) => boolean;
  /** Whether the change under judgement touches a line; of equal findings those are the new ones. */
  readonly isChangedLine?: (path: string, line: number) => boolean;
  /** Both are needed to recognize a line that was edited. */
  readonly sourceOf?: SourceOf;
  readonly oldLine?: (entry: BaselineEntry) => string | undefined;
}

export type Mark<F extends Identifiable> =
  | { readonly found: Identified<F>; readonly verdict: 'new' }
  | {
      readonly found: Identified<F>;
      readonly verdict: 'tolerated';
      readonly by: Pass;
      readonly entry: BaselineEntry;
    };

export interface MatchResult<F extends Identifiable> {
  /** One for each finding, in the order given. */
  readonly marks: readonly Mark<F>[];
  /** The entries that no finding needs any more, in the order of the baseline file. */
  readonly fixed: readonly BaselineEntry[];
}

/**
 * Marks every finding as new or as tolerated by one entry of the baseline. The surest evidence pairs
 * first; each pass leaves to the next what it could not pair.
 */
export function matchFindings<F extends Identifiable>(input: MatchInput<F>): MatchResult<F> {
  const pairing = openPairing(input);
  for (const [pass, key] of passesInFile) {
    pairByKey(pairing, pass, (identity, path) => keyInFile(path, identity, key(identity)));
  }
  pairEditedLines(pairing, input);
  pairByKey(pairing, 'moved', ({ rule, C, M }) => joinKey([rule, C, M], C));
  return {
    marks: input.current.map((found, index) => markFinding(found, index, pairing)),
    fixed: pairing.entries.map(({ entry }) => entry),
  };
}

type KeyOf = (identity: FindingIdentity) => string | undefined;

const passesInFile: readonly (readonly [Pass, KeyOf])[] = [
  ['context', ({ C, M }) => joinKey([C, M])],
  ['line-and-message', ({ L, M }) => joinKey([L, M])],
  // Without a line there is no evidence but the message: the rule alone would tolerate anything.
  ['line', ({ L }) => joinKey([L], L)],
];

function joinKey(parts: readonly string[], needed = 'none'): string | undefined {
  return needed === '' ? undefined : parts.join('\0');
}

function keyInFile(
  path: string,
  { rule }: FindingIdentity,
  key: string | undefined,
): string | undefined {
  return key === undefined ? undefined : `${path}\0${rule}\0${key}`;
}

function markFinding<F extends Identifiable>(
  found: Identified<F>,
  index: number,
  pairing: Pairing,
): Mark<F> {
  const pair = pairing.paired.get(index);
  return pair === undefined ? { found, verdict: 'new' } : { found, verdict: 'tolerated', ...pair };
}
