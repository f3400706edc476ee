/** One line that is not blank. */
export interface TextLine {
  /** Counted from 1. */
  readonly line: number;
  /** Without its layout. */
  readonly text: string;
}

/** From an index of each side up to another one that is not in it. */
interface Gap {
  readonly old: { readonly from: number; readonly to: number };
  readonly now: { readonly from: number; readonly to: number };
}

/** An index of the old side and one of the new side that are the same line. */
export type LinePair = readonly [old: number, now: number];

/**
 * Pairs lines of two versions in their order, around those that each version has once. What lies between is left to
 * `pairInGap`, because there a line that went elsewhere could be taken for one that stayed.
 */
export function pairAroundUniqueLines(
  olds: readonly TextLine[],
  nows: readonly TextLine[],
): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let [old, now] = [0, 0];
  const ends = { old: olds.length, now: nows.length };
  for (const [nextOld, nextNow] of [...listAnchors(olds, nows), [ends.old, ends.now] as const]) {
    const gap = { old: { from: old, to: nextOld }, now: { from: now, to: nextNow } };
    pairs.push(...pairFromEnds(olds, nows, gap));
    if (nextOld < ends.old) pairs.push([nextOld, nextNow]);
    [old, now] = [nextOld + 1, nextNow + 1];
  }
  return pairs;
}

/** Pairs as many lines as can be in their order; none where there are too many to tell. */
export function pairInGap(
  olds: readonly TextLine[],
  nows: readonly TextLine[],
): readonly LinePair[] {
  if (olds.length === 0 || nows.length === 0 || olds.length * nows.length > largestGap) return [];
  const same = (i: number, j: number): boolean => olds[i]?.text === nows[j]?.text;
  const lengths = countCommon(olds, nows);
  const at = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  const pairs: LinePair[] = [];
  for (let [i, j] = [0, 0]; i < olds.length && j < nows.length;) {
    if (same(i, j)) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

const largestGap = 1_000_000;

/** At [i][j] how many lines pair from i and j on. */
function countCommon(olds: readonly TextLine[], nows: readonly TextLine[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: olds.length + 1 }, () => new Uint16Array(nows.length + 1));
  for (let i = olds.length - 1; i >= 0; i -= 1) {
    const [row, next] = [lengths[i], lengths[i + 1]];
    if (row === undefined || next === undefined) continue;
    for (let j = nows.length - 1; j >= 0; j -= 1) {
      const same = olds[i]?.text === nows[j]?.text;
      row[j] = same ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

/** Lines that both sides have once, as many as stand in one order. */
function listAnchors(olds: readonly TextLine[], nows: readonly TextLine[]): readonly LinePair[] {
  const inOld = indexUnique(olds);
  const inNow = indexUnique(nows);
  const both = [...inOld].flatMap(([text, old]): readonly LinePair[] => {
    const now = inNow.get(text);
    return now === undefined || old === -1 || now === -1 ? [] : [[old, now]];
  });
  return longestRising(both.toSorted(([a], [b]) => a - b));
}

/** By text the index of the only line that has it, or -1. */
function indexUnique(lines: readonly TextLine[]): ReadonlyMap<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, { text }] of lines.entries()) {
    indexes.set(text, indexes.has(text) ? -1 : index);
  }
  return indexes;
}

interface Rising {
  readonly pair: LinePair;
  readonly before: Rising | undefined;
}

/** Of pairs in the order of their first index, the most whose second one rises, too. */
function longestRising(pairs: readonly LinePair[]): readonly LinePair[] {
  // ends[k] is the chain of k + 1 pairs that ends lowest.
  const ends: Rising[] = [];
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.pair[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    ends[low] = { pair, before: ends[low - 1] };
  }
  const chain: LinePair[] = [];
  for (let end = ends.at(-1); end !== undefined; end = end.before) chain.push(end.pair);
  return chain.toReversed();
}

/** Equal lines from the beginning of a gap down, and from its end up. */
function pairFromEnds(
  olds: readonly TextLine[],
  nows: readonly TextLine[],
  { old, now }: Gap,
): readonly LinePair[] {
  const [height, width] = [old.to - old.from, now.to - now.from];
  const most = Math.min(height, width);
  let top = 0;
  while (top < most && olds[old.from + top]?.text === nows[now.from + top]?.text) top += 1;
  let bottom = 0;
  while (
    bottom < most - top &&
    olds[old.to - 1 - bottom]?.text === nows[now.to - 1 - bottom]?.text
  ) {
    bottom += 1;
  }
  const above = Array.from({ length: top }, (_, n): LinePair => [old.from + n, now.from + n]);
  const below = Array.from({ length: bottom }, (_, n): LinePair => [
    old.to - 1 - n,
    now.to - 1 - n,
  ]);
  return [...above, ...below.toReversed()];
}
