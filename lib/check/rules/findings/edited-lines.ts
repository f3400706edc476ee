import type { BaselineEntry } from './baseline.ts';
import type { SourceOf } from './identity.ts';
import { type OpenEntry, type OpenFinding, pairByKey, type Pairing } from './pairing.ts';
import { alike, createNearTexts, isPartOf, similarity } from './similarity.ts';

interface LineTexts {
  readonly sourceOf?: SourceOf;
  readonly oldLine?: (entry: BaselineEntry) => string | undefined;
}

/** Pairs findings of the same message whose line was edited but is still much the same. */
export function pairEditedLines(pairing: Pairing, texts: LineTexts): void {
  // What stands where the line stood, or beside the line: some findings are told of the first line of several.
  const most = pairing.entries.reduce((max, { fate }) => Math.max(max, fate?.gaps.length ?? 0), 0);
  for (let nth = 0; nth < Math.min(most, mostPlaces); nth += 1) {
    pairAlikeLines(pairing, texts, {
      ofFinding: ({ origin }) => origin?.gap.toString(),
      ofEntry: ({ fate }) => fate?.gaps[nth]?.toString(),
      likeness: (a, b) => Math.max(similarity(a, b), isPartOf(a, b) ? alike : 0),
    });
  }
  pairAlikeLines(pairing, texts, {
    ofFinding: ({ found }) => found.identity.path,
    ofEntry: ({ fate, path }) => (fate === undefined ? path : undefined),
    likeness: similarity,
  });
  // What is said of a whole file is often said of its first line, whatever that is.
  pairByKey(pairing, 'edited', {
    ofFinding: ({ found: { finding, identity } }) =>
      finding.line === 1 ? [identity.path, identity.rule, identity.M].join('\0') : undefined,
    ofEntry: ({ entry, path, fate }) =>
      fate?.isFirst === true ? [path, entry.rule, entry.M].join('\0') : undefined,
  });
  // What counts lines is told of the one that reaches the limit: another one, though nothing of both was edited.
  pairByKey(pairing, 'edited', {
    ofFinding: ({ found: { identity }, origin }) =>
      origin?.kind === 'known' ? joinPlace(identity.path, identity) : undefined,
    ofEntry: ({ entry, path, fate }) =>
      fate?.isGone === false ? joinPlace(path, entry) : undefined,
  });
}

/** A line that a file repeats more often cannot be told from its likes. */
const mostPlaces = 12;

/** Says where a line stands; only what stands in one place is compared. */
interface Places {
  readonly ofFinding: (open: OpenFinding) => string | undefined;
  readonly ofEntry: (open: OpenEntry) => string | undefined;
  /** From 0 to 1. */
  readonly likeness: (a: string, b: string) => number;
}

/** Likest first. */
function pairAlikeLines(pairing: Pairing, { sourceOf, oldLine }: LineTexts, places: Places): void {
  if (sourceOf === undefined || oldLine === undefined) return;
  const olds = groupByLine(pairing.entries, (open) => ({
    key: joinPlace(places.ofEntry(open), open.entry),
    text: oldLine(open.entry),
  }));
  const nows = groupByLine(pairing.findings, (open) => ({
    key: joinPlace(places.ofFinding(open), open.found.identity),
    text: sourceOf(open.found.identity.path)?.[(open.found.finding.line ?? 0) - 1],
  }));
  const used = new Set<OpenFinding | OpenEntry>();
  for (const { now, old } of rankCandidates(olds, nows, places.likeness)) {
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

function joinPlace(
  place: string | undefined,
  { rule, M }: Pick<BaselineEntry, 'rule' | 'M'>,
): string | undefined {
  return place === undefined ? undefined : `${place}\0${rule}\0${M}`;
}

/** By what must be equal, then by the text of the line. */
type SameLines<Open> = ReadonlyMap<string, ReadonlyMap<string, Open[]>>;

interface Candidate {
  readonly now: OpenFinding[];
  readonly old: OpenEntry[];
  readonly score: number;
}

function groupByLine<Open>(
  all: readonly Open[],
  lineOf: (open: Open) => {
    readonly key: string | undefined;
    readonly text: string | undefined;
  },
): SameLines<Open> {
  const byKey = new Map<string, Map<string, Open[]>>();
  for (const open of all) {
    const { key, text } = lineOf(open);
    if (key === undefined || text === undefined) continue;
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
  likeness: Places['likeness'],
): readonly Candidate[] {
  const candidates = [...nows].flatMap(([key, texts]) =>
    findAlikeLines(texts, olds.get(key), likeness),
  );
  return candidates.toSorted((a, b) => b.score - a.score);
}

function findAlikeLines(
  nows: ReadonlyMap<string, OpenFinding[]>,
  olds: ReadonlyMap<string, OpenEntry[]> | undefined,
  likeness: Places['likeness'],
): readonly Candidate[] {
  if (olds === undefined) return [];
  const near = createNearTexts([...olds.keys()]);
  return [...nows].flatMap(([text, now]) =>
    near(text, now.length)
      .map((oldText) => ({ now, old: olds.get(oldText) ?? [], score: likeness(oldText, text) }))
      .filter(({ score }) => score >= alike),
  );
}
