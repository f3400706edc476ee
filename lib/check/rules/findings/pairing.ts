import type { BaselineEntry } from './baseline.ts';
import type { Identified, FindingIdentity } from './identity.ts';
import { compareEntries, compareFromTop } from './order.ts';
import { compareText } from '#base/order.ts';

/** What the evidence was: from the surest to the weakest. */
export type Pass = 'context' | 'line-and-message' | 'line' | 'edited' | 'moved';

export interface OpenFinding {
  readonly index: number;
  readonly found: Identified;
  readonly changed: boolean;
}

export interface OpenEntry {
  readonly entry: BaselineEntry;
  /** Where its file is now. */
  readonly path: string;
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
}): Pairing {
  const { renames, inScope = () => true, isChangedLine = () => false } = input;
  const isChanged = ({ filePath, line }: Identified['finding']) =>
    filePath !== undefined && line !== undefined && isChangedLine(filePath, line);
  const findings = input.current.map((found, index) => ({
    index,
    found,
    changed: isChanged(found.finding),
  }));
  const entries = input.baseline.map((entry) => ({
    entry,
    path: renames?.get(entry.path) ?? entry.path,
  }));
  return {
    findings: findings.toSorted(unchangedFirst),
    entries: entries
      .filter(({ path }) => inScope(path))
      .toSorted((a, b) => compareEntries(a.entry, b.entry)),
    paired: new Map(),
  };
}

/** Pairs what has the same key, one to one. Where there is no key there is no pair. */
export function pairByKey(
  pairing: Pairing,
  by: Pass,
  keyOf: (identity: FindingIdentity, path: string) => string | undefined,
): void {
  const waiting = entriesByKey(pairing.entries, keyOf);
  const used = new Set<OpenEntry>();
  pairing.findings = pairing.findings.filter(({ index, found: { identity } }) => {
    const open = waiting.get(keyOf(identity, identity.path) ?? '')?.pop();
    if (open === undefined) return true;
    used.add(open);
    pairing.paired.set(index, { by, entry: open.entry });
    return false;
  });
  pairing.entries = pairing.entries.filter((open) => !used.has(open));
}

// Last first, so that taking from the end gives the first.
function entriesByKey(
  entries: readonly OpenEntry[],
  keyOf: (identity: FindingIdentity, path: string) => string | undefined,
): ReadonlyMap<string, OpenEntry[]> {
  const byKey = new Map<string, OpenEntry[]>();
  for (const open of entries.toReversed()) {
    const key = keyOf(open.entry, open.path);
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
