import { type LinePairs, rankLines } from './line-pairs.ts';
import type { OpenEnds } from './within-moves.ts';

/** By index: the gap that a line is in, or that lies above it. */
export interface Gaps {
  readonly old: Int32Array;
  readonly now: Int32Array;
  /** The gap below it. */
  readonly afterNow: Int32Array;
}

/** Numbers the places where lines of one side have none on the other. */
export function findGaps(
  pairs: LinePairs,
  known: { readonly newPathOf: (path: string) => string; readonly moves: readonly OpenEnds[] },
): Gaps {
  const ranks = rankLines(pairs);
  const numbers = new Map<string, number>();
  const number = (path: string, rank = 0): number => {
    const key = `${rank} ${path}`;
    const before = numbers.get(key);
    if (before !== undefined) return before;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const { olds, nows, staying } = pairs;
  const old = Int32Array.from(olds, ({ path }, i) => number(known.newPathOf(path), ranks.old[i]));
  const now = Int32Array.from(nows, ({ path }, j) => number(path, ranks.now[j]));
  const afterNow = Int32Array.from(nows, ({ path }, j) =>
    number(path, (ranks.now[j] ?? 0) + Number(staying.has(j))),
  );
  // Beside a block that moved, lines moved with it, and are compared with nothing that came in their place.
  const moves = known.moves.filter((move) => move.old.length > 0 && move.now.length > 0);
  for (const [index, move] of moves.entries()) {
    for (const i of move.old) old[i] = numbers.size + index;
    for (const j of move.now) now[j] = numbers.size + index;
  }
  return { old, now, afterNow };
}
