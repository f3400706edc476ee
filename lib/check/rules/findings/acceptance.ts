import { readField, writeField } from './baseline-lines.ts';
import type { BaselineEntry } from './baseline.ts';
import { compareText } from '#base/order.ts';

/** Why one entry was taken into the baseline. It holds wherever the line of its finding goes. */
export interface Acceptance {
  readonly path: string;
  readonly rule: string;
  readonly M: string;
  readonly reason: string;
}

const header = '#ratchetr-accepted 1';

/** Reads the file of reasons beside a baseline. A line that cannot be read accepts nothing. */
export function readAcceptances(text: string): readonly Acceptance[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const fields = line.startsWith('#') ? [] : line.split('\t').map(readField);
    const [path, rule, M, reason] = fields;
    if (fields.length !== 4 || path === undefined || rule === undefined) return [];
    return M === undefined || reason === undefined || reason.trim() === ''
      ? []
      : [{ path, rule, M, reason }];
  });
}

/** One line each, in an order that does not depend on when they came. */
export function writeAcceptances(all: readonly Acceptance[]): string {
  const lines = all.map(({ path, rule, M, reason }) => {
    const line = [path, rule, M, reason].map(writeField).join('\t');
    return line.startsWith('#') ? String.raw`\u0023${line.slice(1)}` : line;
  });
  return `${[header, ...lines.toSorted(compareText)].join('\n')}\n`;
}

/** Splits entries into those with a reason, one acceptance for each entry, and those without. */
export function splitAccepted(
  entries: readonly BaselineEntry[],
  acceptances: readonly Acceptance[],
): { readonly accepted: readonly BaselineEntry[]; readonly others: readonly BaselineEntry[] } {
  const left = countByKey(acceptances, acceptanceKey);
  const isAccepted = entries.map((entry) => takeOneOfKey(left, acceptanceKey(entry)));
  return {
    accepted: entries.filter((_, index) => isAccepted[index]),
    others: entries.filter((_, index) => !isAccepted[index]),
  };
}

/** The acceptances that still have an entry; those of renamed files go with it. */
export function keepNeeded(
  acceptances: readonly Acceptance[],
  entries: readonly BaselineEntry[],
  renames: ReadonlyMap<string, string>,
): readonly Acceptance[] {
  const left = countByKey(entries, acceptanceKey);
  return acceptances
    .map((one) => ({ ...one, path: renames.get(one.path) ?? one.path }))
    .filter((one) => takeOneOfKey(left, acceptanceKey(one)));
}

function acceptanceKey({ path, rule, M }: Pick<BaselineEntry, 'path' | 'rule' | 'M'>): string {
  return JSON.stringify([path, rule, M]);
}

/** How often each key occurs. */
export function countByKey<One>(
  all: readonly One[],
  key: (one: One) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}

/** Takes one of a key away, if there is one left. */
export function takeOneOfKey(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
