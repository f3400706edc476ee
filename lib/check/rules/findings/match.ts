import type { BaselineEntry } from './baseline.ts';
import { pairEditedLines } from './edited-lines.ts';
import type { Identifiable, Identified, FindingIdentity, SourceOf } from './identity.ts';
import type { LineOrigins } from './line-origins.ts';
import {
  openPairing,
  type OpenEntry,
  type OpenFinding,
  pairByKey,
  type Pairing,
  type Pass,
} from './pairing.ts';

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
  /** What is known of the lines of files that differ. */
  readonly origins?: LineOrigins | undefined;
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
  for (const [pass, keyOf] of passesInFile) {
    pairByKey(pairing, pass, {
      ofFinding: (open) => keyAsItWas(open, input.renames, keyOf),
      ofEntry: ({ entry, path }) => keyOf({ ...entry, path }),
    });
  }
  for (const [pass, keyOf] of input.origins === undefined ? [] : passesInFile) {
    pairByKey(pairing, pass, {
      ofFinding: ({ found: { identity } }) => keyOf(identity),
      ofEntry: (open) =>
        mayStandFor(open, pass) ? keyOf({ ...open.entry, path: open.path }) : undefined,
    });
  }
  pairEditedLines(pairing, input);
  pairElsewhere(pairing);
  return {
    marks: input.current.map((found, index) => markFinding(found, index, pairing)),
    fixed: pairing.entries.map(({ entry }) => entry),
  };
}

type KeyOf = (identity: FindingIdentity) => string | undefined;

const passesInFile: readonly (readonly [Pass, KeyOf])[] = [
  ['context', ({ path, rule, C, M }) => joinKey([path, rule, C, M])],
  ['line-and-message', ({ path, rule, L, M }) => joinKey([path, rule, L, M])],
  // Without a line there is no evidence but the message: the rule alone would tolerate anything.
  ['line', ({ path, rule, L }) => joinKey([path, rule, L], L)],
];

function joinKey(parts: readonly string[], needed = 'none'): string | undefined {
  return needed === '' ? undefined : parts.join('\0');
}

/** The line where it was is the surest evidence; one that was nowhere has none. */
function keyAsItWas(
  { found: { identity }, origin }: OpenFinding,
  renames: MatchInput<Identifiable>['renames'],
  keyOf: KeyOf,
): string | undefined {
  if (origin === undefined) return keyOf(identity);
  if (origin.kind === 'new') return undefined;
  const { path, L, C } = origin;
  return keyOf({ ...identity, path: renames?.get(path) ?? path, L, C });
}

/** A line that is known to be gone forgives no other that says the same; where its neighbours differ it may be another one. */
function mayStandFor({ fate }: OpenEntry, pass: Pass): boolean {
  if (fate?.isGone !== true) return true;
  return pass === 'context' && !fate.isSure;
}

/** By the neighbours, where nothing is known of the lines on one of both sides. */
function pairElsewhere(pairing: Pairing): void {
  pairByKey(pairing, 'moved', {
    ofFinding: (open) =>
      open.origin === undefined ? keyElsewhere(open.found.identity) : undefined,
    ofEntry: (open) => keyElsewhere(open.entry),
  });
  pairByKey(pairing, 'moved', {
    ofFinding: (open) => keyElsewhere(open.found.identity),
    ofEntry: (open) => (open.fate === undefined ? keyElsewhere(open.entry) : undefined),
  });
}

function keyElsewhere({ rule, C, M }: FindingIdentity): string | undefined {
  return joinKey([rule, C, M], C);
}

function markFinding<F extends Identifiable>(
  found: Identified<F>,
  index: number,
  pairing: Pairing,
): Mark<F> {
  const pair = pairing.paired.get(index);
  return pair === undefined ? { found, verdict: 'new' } : { found, verdict: 'tolerated', ...pair };
}
