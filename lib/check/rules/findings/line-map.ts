import { findGaps, type Gaps } from './line-gaps.ts';
import { bareText } from './line-hashes.ts';
import {
  type LinePairs,
  listUnpaired,
  openLinePairs,
  pairLines,
  rankLines,
  type SideLine,
} from './line-pairs.ts';
import { pairMovedBlocks } from './moved-blocks.ts';
import { pairAroundUniqueLines } from './same-lines.ts';
import { pairOpen, pairWithinMoves } from './within-moves.ts';

/** The files that differ between two versions, by their paths in each. */
export interface TwoVersions {
  readonly olds: ReadonlyMap<string, readonly string[]>;
  readonly nows: ReadonlyMap<string, readonly string[]>;
  /** Old path to new path. */
  readonly renames: ReadonlyMap<string, string>;
}

interface LinePlace {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** What became of one line. Gaps lie between lines that stay: what is in one gap on both sides stands in one place. */
type LineFate =
  | {
      readonly kind: 'same';
      readonly as: LinePlace;
      /** Those above and below it, in the new version. */
      readonly gaps: readonly [number, number];
    }
  /** The other version has no such line. */
  | { readonly kind: 'none'; readonly gap: number };

/** Follows lines from one version to the other, wherever they went. Of blank lines and other files it knows nothing. */
export interface LineMap {
  readonly ofNew: (path: string, line: number) => LineFate | undefined;
  readonly ofOld: (path: string, line: number) => LineFate | undefined;
}

/** Finds out which lines stayed, which went elsewhere in blocks, and which are new or gone. */
export function mapLines({ olds, nows, renames }: TwoVersions): LineMap {
  const pairs = openLinePairs(layOut(olds), layOut(nows));
  const newPathOf = (path: string): string => renames.get(path) ?? path;
  const files = pairFiles(pairs, newPathOf);
  for (const { old, now } of files) {
    const [before, after] = [slice(pairs.olds, old), slice(pairs.nows, now)];
    pairAll(pairs, pairAroundUniqueLines(before, after), { old: old.from, now: now.from });
  }
  const blocks = pairMovedBlocks(pairs, newPathOf);
  const moves = pairWithinMoves(pairs, blocks);
  for (const file of files) pairWithinFile(pairs, file);
  return readMap(pairs, findGaps(pairs, { newPathOf, moves }));
}

/** All lines that are not blank, file by file in the order of their paths. */
function layOut(files: ReadonlyMap<string, readonly string[]>): readonly SideLine[] {
  return [...files.keys()].toSorted().flatMap((path) =>
    (files.get(path) ?? []).flatMap((text, index) => {
      const bare = bareText(text);
      return bare === '' ? [] : [{ path, line: index + 1, text: bare }];
    }),
  );
}

/** From an index up to another one that is not in it. */
interface Range {
  readonly from: number;
  readonly to: number;
}

interface FilePair {
  readonly old: Range;
  readonly now: Range;
}

/** The files that both versions have, a renamed one under its new path. */
function pairFiles(
  { olds, nows }: LinePairs,
  newPathOf: (path: string) => string,
): readonly FilePair[] {
  const after = rangesByPath(nows);
  return [...rangesByPath(olds)].flatMap(([path, old]) => {
    const now = after.get(newPathOf(path));
    return now === undefined ? [] : [{ old, now }];
  });
}

function rangesByPath(lines: readonly SideLine[]): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  for (const [index, { path }] of lines.entries()) {
    ranges.set(path, { from: ranges.get(path)?.from ?? index, to: index + 1 });
  }
  return ranges;
}

function slice<Line>(lines: readonly Line[], { from, to }: Range): readonly Line[] {
  return lines.slice(from, to);
}

function pairAll(
  pairs: LinePairs,
  found: readonly (readonly [number, number])[],
  start: { readonly old: number; readonly now: number },
): void {
  for (const [old, now] of found) {
    pairLines(pairs, start.old + old, start.now + now);
    pairs.staying.add(start.now + now);
  }
}

/** What stands between the same lines that stay, on both sides. */
function pairWithinFile(pairs: LinePairs, { old, now }: FilePair): void {
  const ranks = rankLines(pairs);
  const gone = Map.groupBy(listUnpaired(pairs.toNow, old.from, old.to), (i) => ranks.old[i]);
  const come = Map.groupBy(listUnpaired(pairs.toOld, now.from, now.to), (j) => ranks.now[j]);
  for (const [rank, open] of gone) {
    for (const index of pairOpen(pairs, open, come.get(rank) ?? [])) pairs.staying.add(index);
  }
}

function readMap({ olds, nows, toNow, toOld }: LinePairs, gaps: Gaps): LineMap {
  const inOlds = createIndex(olds);
  const inNows = createIndex(nows);
  const gapsOf = (j: number): readonly [number, number] => [
    gaps.now[j] ?? -1,
    gaps.afterNow[j] ?? -1,
  ];
  return {
    ofNew: (path, line) => {
      const j = inNows(path, line);
      if (j === undefined) return undefined;
      const as = olds[toOld[j] ?? -1];
      return as === undefined
        ? { kind: 'none', gap: gaps.now[j] ?? -1 }
        : { kind: 'same', as, gaps: gapsOf(j) };
    },
    ofOld: (path, line) => {
      const i = inOlds(path, line);
      if (i === undefined) return undefined;
      const j = toNow[i] ?? -1;
      const as = nows[j];
      return as === undefined
        ? { kind: 'none', gap: gaps.old[i] ?? -1 }
        : { kind: 'same', as, gaps: gapsOf(j) };
    },
  };
}

function createIndex(
  side: readonly SideLine[],
): (path: string, line: number) => number | undefined {
  const indexes = new Map(side.map(({ path, line }, index) => [`${line} ${path}`, index]));
  return (path, line) => indexes.get(`${line} ${path}`);
}
