/** The candidate that the author most likely meant, or undefined when none is close. */
export function suggestNearest(word: string, candidates: readonly string[]): string | undefined {
  const same = candidates.find((candidate) => normalizeKey(candidate) === normalizeKey(word));
  const longer = candidates.find((candidate) => differsByEnding(candidate, word));
  if (same !== undefined || longer !== undefined) return same ?? longer;
  const furthest = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word, candidate) }))
    .filter(({ edits }) => edits <= furthest)
    .toSorted((left, right) => left.edits - right.edits);
  return ranked[0]?.candidate;
}

function normalizeKey(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, '');
}

function differsByEnding(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= 3 && long.length - short.length <= 2 && long.startsWith(short);
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function editsBetween(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > from.length) return Number.POSITIVE_INFINITY;
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = nextRow({ from, to, row, last, beforeLast });
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}

interface Rows {
  readonly from: string;
  readonly to: string;
  readonly row: number;
  readonly last: readonly number[];
  readonly beforeLast: readonly number[];
}

function nextRow({ from, to, row, last, beforeLast }: Rows): readonly number[] {
  const current = [row];
  for (let column = 1; column <= to.length; column += 1) {
    const replaced = from[row - 1] === to[column - 1] ? 0 : 1;
    const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    current[column] = Math.min(
      (last[column] ?? 0) + 1,
      (current[column - 1] ?? 0) + 1,
      (last[column - 1] ?? 0) + replaced,
      swapped && row > 1 && column > 1
        ? (beforeLast[column - 2] ?? 0) + 1
        : Number.POSITIVE_INFINITY,
    );
  }
  return current;
}
