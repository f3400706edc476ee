import { type LinePairs, listUnpaired, pairLines, type SideLine } from './line-pairs.ts';
import type { Block } from './equal-blocks.ts';
import { pairInGap } from './same-lines.ts';

/** Lines on both sides that lie where a block that moved has none. */
export interface OpenEnds {
  readonly old: readonly number[];
  readonly now: readonly number[];
}

/** Small edits inside of what moved: between two blocks that moved together, and beside the first and the last. */
export function pairWithinMoves(pairs: LinePairs, blocks: readonly Block[]): readonly OpenEnds[] {
  const inOrder = blocks.toSorted((a, b) => a.old - b.old);
  const ends = inOrder.flatMap((block, index): readonly OpenEnds[] => [
    listAbove(pairs, block),
    listBetween(pairs, block, inOrder[index + 1]) ?? listBelow(pairs, block),
  ]);
  for (const { old, now } of ends) {
    // What lies between two blocks is listed for both.
    const gone = old.filter((index) => pairs.toNow[index] === -1);
    const come = now.filter((index) => pairs.toOld[index] === -1);
    pairOpen(pairs, gone, come);
  }
  return ends;
}

const mostBetween = 40;

function listBetween(
  { olds, nows, toNow, toOld }: LinePairs,
  block: Block,
  next: Block | undefined,
): OpenEnds | undefined {
  if (next === undefined) return undefined;
  const [old, now] = [block.old + block.length, block.now + block.length];
  const isSame = olds[next.old]?.path === olds[block.old]?.path;
  if (!isSame || nows[next.now]?.path !== nows[block.now]?.path || next.now < now) return undefined;
  if (next.old - old > mostBetween || next.now - now > mostBetween) return undefined;
  const ends = { old: listUnpaired(toNow, old, next.old), now: listUnpaired(toOld, now, next.now) };
  const isClear = ends.old.length === next.old - old && ends.now.length === next.now - now;
  return isClear ? ends : undefined;
}

/** The rest of a paragraph is seldom longer. */
const mostBeside = 10;

function listAbove({ olds, nows, toNow, toOld }: LinePairs, { old, now }: Block): OpenEnds {
  return { old: listBeside(olds, toNow, old, -1), now: listBeside(nows, toOld, now, -1) };
}

function listBelow({ olds, nows, toNow, toOld }: LinePairs, { old, now, length }: Block): OpenEnds {
  return {
    old: listBeside(olds, toNow, old + length - 1, 1),
    now: listBeside(nows, toOld, now + length - 1, 1),
  };
}

/** Lines without a pair that follow one without a blank line between. */
function listBeside(
  lines: readonly SideLine[],
  paired: Int32Array,
  ...[from, step]: readonly [number, 1 | -1]
): readonly number[] {
  const open: number[] = [];
  for (let index = from + step; open.length < mostBeside; index += step) {
    const [line, before] = [lines[index], lines[index - step]];
    if (line === undefined || paired[index] !== -1 || line.path !== before?.path) break;
    if (Math.abs(line.line - before.line) > 1) break;
    open.push(index);
  }
  return step === 1 ? open : open.toReversed();
}

/** Pairs what is alike among lines without a pair, given by their indexes. */
export function pairOpen(
  pairs: LinePairs,
  old: readonly number[],
  now: readonly number[],
): readonly number[] {
  const found = pairInGap(pickLines(pairs.olds, old), pickLines(pairs.nows, now));
  return found.flatMap(([i, j]) => {
    const [from, to] = [old[i], now[j]];
    if (from === undefined || to === undefined) return [];
    pairLines(pairs, from, to);
    return [to];
  });
}

function pickLines(side: readonly SideLine[], indexes: readonly number[]): readonly SideLine[] {
  return indexes.flatMap((index) => side[index] ?? []);
}
