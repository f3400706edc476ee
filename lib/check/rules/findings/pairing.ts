import type { BaselineEntry } from './baseline.ts';
import type { Identified } from './identity.ts';
import type { EntryFate, LineOrigin, LineOrigins } from './line-origins.ts';
import { compareEntries, compareFromTop } from './order.ts';
import { compareText } from '#base/order.ts';

/** What the evidence was: from the surest to the weakest. */
export type Pass = 'context' | 'line-and-message' | 'line' | 'edited' | 'moved';

export interface OpenFinding {
  readonly index: number;
  readonly found: Identified;
  readonly changed: boolean;
  /** Where its line was before; undefined: that is not known. */
  readonly origin: LineOrigin | undefined;
}

export interface OpenEntry {
  readonly entry: BaselineEntry;
  /** Where its file is now. */
  readonly path: string;
  /** What became of its line; undefined: that is not known. */
  readonly fate: EntryFate | undefined;
}

/** Pairs made so far and what is still open, in an order that does not depend on the input's. */
export interface Pairing {
  findings: readonly OpenFinding[];
  entries: readonly OpenEntry[];
  readonly paired: Map<number, { readonly by: Pass; readonly entry: BaselineEntry }>;
}

/** Lays both sides out with everything open. */
export function openPairing(input: {
  readonly current: readonly Identified[];
  readonly baseline: readonly BaselineEntry[];
  readonly renames?: ReadonlyMap<string, string>;
  readonly inScope?: (path: string) => boolean;
  readonly isChangedLine?: (path: string, line: number) => boolean;
  readonly origins?: LineOrigins | undefined;
}): Pairing {
  const { renames, origins, inScope = () => true, isChangedLine = () => false } = input;
  const findings = input.current.map((found, index): OpenFinding => {
    const { filePath, line, testId } = found.finding;
    if (filePath === undefined || line === undefined) {
      return { index, found, changed: false, origin: undefined };
    }
    const changed = isChangedLine(filePath, line);
    // A test is known by its name, whatever its line.
    const origin = testId === undefined ? origins?.originOf(filePath, line) : undefined;
    return { index, found, changed, origin };
  });
  const entries = input.baseline.map((entry) => ({
    entry,
    path: renames?.get(entry.path) ?? entry.path,
    fate: origins?.fateOf(entry),
  }));
  return {
    findings: findings.toSorted(unchangedFirst),
    entries: entries
      .filter(({ path }) => inScope(path))
      .toSorted((a, b) => compareEntries(a.entry, b.entry)),
    paired: new Map(),
  };
}

/** What must be the same of a finding and an entry. Where there is no key there is no pair. */
export interface Keys {
  readonly ofFinding: (open: OpenFinding) => string | undefined;
  readonly ofEntry: (open: OpenEntry) => string | undefined;
}

/** Pairs what has the same key, one to one. */
export function pairByKey(pairing: Pairing, by: Pass, { ofFinding, ofEntry }: Keys): void {
  const waiting = entriesByKey(pairing.entries, ofEntry);
  const used = new Set<OpenEntry>();
  pairing.findings = pairing.findings.filter((finding) => {
    const key = ofFinding(finding);
    const open = key === undefined ? undefined : waiting.get(key)?.pop();
    if (open === undefined) return true;
    used.add(open);
    const isElsewhere = open.path !== finding.found.identity.path;
    pairing.paired.set(finding.index, { by: isElsewhere ? 'moved' : by, entry: open.entry });
    return false;
  });
  pairing.entries = pairing.entries.filter((open) => !used.has(open));
}

// Last first, so that taking from the end gives the first.
function entriesByKey(
  entries: readonly OpenEntry[],
  keyOf: Keys['ofEntry'],
): ReadonlyMap<string, OpenEntry[]> {
  const byKey = new Map<string, OpenEntry[]>();
  for (const open of entries.toReversed()) {
    const key = keyOf(open);
    const same = key === undefined ? undefined : byKey.get(key);
    if (same !== undefined) same.push(open);
    else if (key !== undefined) byKey.set(key, [open]);
  }
  return byKey;
}

// Line and column do not order files, and need not: keys hold the path, except for moved findings.
function unchangedFirst(a: OpenFinding, b: OpenFinding): number {
  return (
    Number(a.changed) - Number(b.changed) ||
    compareText(a.found.identity.path, b.found.identity.path) ||
    compareFromTop(a.found, b.found)
  );
}
