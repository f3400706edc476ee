import type { BaselineEntry } from './baseline.ts';
import type { Identifiable, Identified, FindingIdentity, SourceOf } from './identity.ts';
import {
  openPairing,
  pairByKey,
  type Pairing,
  type Pass,
  type OpenEntry,
  type OpenFinding,
} from './pairing.ts';
import { similarity, createNearTexts } from './similarity.ts';

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

interface LineTexts {
  readonly sourceOf?: SourceOf;
  readonly oldLine?: (entry: BaselineEntry) => string | undefined;
}

/** Pairs findings of the same message whose line was edited but is still much the same; likest first. */
function pairEditedLines(pairing: Pairing, { sourceOf, oldLine }: LineTexts): void {
  if (sourceOf === undefined || oldLine === undefined) return;
  const olds = groupByLine(pairing.entries, ({ entry, path }) => ({
    key: `${path}\0${entry.rule}\0${entry.M}`,
    text: oldLine(entry),
  }));
  const nows = groupByLine(pairing.findings, ({ found: { finding, identity } }) => ({
    key: `${identity.path}\0${identity.rule}\0${identity.M}`,
    text: sourceOf(identity.path)?.[(finding.line ?? 0) - 1],
  }));
  const used = new Set<OpenFinding | OpenEntry>();
  for (const { now, old } of rankCandidates(olds, nows)) {
    const pairs = Math.min(now.length, old.length);
    const entries = old.splice(0, pairs);
    for (const [index, open] of now.splice(0, pairs).entries()) {
      const entry = entries[index];
      if (entry === undefined) continue;
      used.add(open).add(entry);
      pairing.paired.set(open.index, { by: 'edited', entry: entry.entry });
    }
  }
  pairing.findings = pairing.findings.filter((open) => !used.has(open));
  pairing.entries = pairing.entries.filter((open) => !used.has(open));
}

const alike = 0.6;

/** By what must be equal, then by the text of the line. */
type SameLines<Open> = ReadonlyMap<string, ReadonlyMap<string, Open[]>>;

interface Candidate {
  readonly now: OpenFinding[];
  readonly old: OpenEntry[];
  readonly score: number;
}

function groupByLine<Open>(
  all: readonly Open[],
  lineOf: (open: Open) => { readonly key: string; readonly text: string | undefined },
): SameLines<Open> {
  const byKey = new Map<string, Map<string, Open[]>>();
  for (const open of all) {
    const { key, text } = lineOf(open);
    if (text === undefined) continue;
    const texts = byKey.get(key) ?? new Map<string, Open[]>();
    const same = texts.get(text.trim()) ?? [];
    same.push(open);
    byKey.set(key, texts.set(text.trim(), same));
  }
  return byKey;
}

// Sorting keeps the order of what is equally alike, and that order is the pairing's own.
function rankCandidates(
  olds: SameLines<OpenEntry>,
  nows: SameLines<OpenFinding>,
): readonly Candidate[] {
  const candidates = [...nows].flatMap(([key, texts]) => findAlikeLines(texts, olds.get(key)));
  return candidates.toSorted((a, b) => b.score - a.score);
}

function findAlikeLines(
  nows: ReadonlyMap<string, OpenFinding[]>,
  olds: ReadonlyMap<string, OpenEntry[]> | undefined,
): readonly Candidate[] {
  if (olds === undefined) return [];
  const near = createNearTexts([...olds.keys()]);
  return [...nows].flatMap(([text, now]) =>
    near(text, now.length)
      .map((oldText) => ({ now, old: olds.get(oldText) ?? [], score: similarity(oldText, text) }))
      .filter(({ score }) => score >= alike),
  );
}
