import type { TextLine } from './same-lines.ts';

/** The lines of all files of one side, one file after the other. */
export interface SideLine extends TextLine {
  readonly path: string;
}

/** Which line of one version is which line of the other. Lines are told by their index in their side. */
export interface LinePairs {
  readonly olds: readonly SideLine[];
  readonly nows: readonly SideLine[];
  /** By index; -1: none. */
  readonly toNow: Int32Array;
  readonly toOld: Int32Array;
  /** New lines whose old one stands in the same file, between the same others. */
  readonly staying: Set<number>;
}

/** Lays both versions out with no line paired. */
export function openLinePairs(olds: readonly SideLine[], nows: readonly SideLine[]): LinePairs {
  return {
    olds,
    nows,
    toNow: new Int32Array(olds.length).fill(-1),
    toOld: new Int32Array(nows.length).fill(-1),
    staying: new Set(),
  };
}

/** Says that two lines are one; what either was before is free again. */
export function pairLines({ toNow, toOld, staying }: LinePairs, old: number, now: number): void {
  const [before, after] = [toOld[now] ?? -1, toNow[old] ?? -1];
  if (before !== -1) toNow[before] = -1;
  if (after !== -1) toOld[after] = -1;
  staying.delete(now);
  staying.delete(after);
  toNow[old] = now;
  toOld[now] = old;
}

/** How many lines of its file stay before each line, by the index of its side. */
export interface Ranks {
  readonly old: Int32Array;
  readonly now: Int32Array;
}

export function rankLines({ olds, nows, toNow, staying }: LinePairs): Ranks {
  return {
    old: countBefore(olds, (index) => staying.has(toNow[index] ?? -1)),
    now: countBefore(nows, (index) => staying.has(index)),
  };
}

function countBefore(lines: readonly SideLine[], stays: (index: number) => boolean): Int32Array {
  const ranks = new Int32Array(lines.length);
  let rank = 0;
  for (const [index, { path }] of lines.entries()) {
    if (path !== lines[index - 1]?.path) rank = 0;
    ranks[index] = rank;
    if (stays(index)) rank += 1;
  }
  return ranks;
}

/** The indexes of a side from one up to another, of lines that have no pair. */
export function listUnpaired(paired: Int32Array, from: number, to: number): readonly number[] {
  const open: number[] = [];
  for (let index = from; index < to; index += 1) if (paired[index] === -1) open.push(index);
  return open;
}

/** How much a text says: letters and digits, of which brackets and idioms have few. */
export function countWordCharacters(text: string): number {
  return text.length - text.replaceAll(/[\p{L}\p{N}]/gu, '').length;
}
