import type { BaselineEntry } from './baseline.ts';
import type { SourceOf } from './identity.ts';
import { createNearTexts } from './near-texts.ts';
import type { OpenEntry, OpenFinding, Pairing } from './pairing.ts';
import { similarity } from './similarity.ts';

export interface LineTexts {
  readonly sourceOf?: SourceOf;
  readonly oldLine?: (entry: BaselineEntry) => string | undefined;
}

/** Pairs findings of the same message whose line was edited but is still much the same; likest first. */
export function pairEditedLines(pairing: Pairing, { sourceOf, oldLine }: LineTexts): void {
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
