import { type Block, isNext, type Meeting, rankBlocks, weighBlock } from './equal-blocks.ts';
import { type LinePairs, pairLines, rankLines, type SideLine } from './line-pairs.ts';
import { isNearby, isTelling } from './move-evidence.ts';

/**
 * Pairs blocks of lines that went from one place with blocks that came to another, the largest first. A block that is
 * still where it was went nowhere, so nothing pairs with its copy.
 */
export function pairMovedBlocks(
  pairs: LinePairs,
  newPathOf: (path: string) => string,
): readonly Block[] {
  const ranks = rankLines(pairs);
  const taken: Block[] = [];
  for (const ranked of rankBlocks(pairs, ranks, newPathOf)) {
    for (const part of listFreeParts(pairs, ranked.block)) {
      const stays = newPathOf(pairs.olds[part.old]?.path ?? '') === pairs.nows[part.now]?.path;
      const lost = weighBlock(pairs, ranked.block) - weighBlock(pairs, part);
      const together = { lines: ranked.lines, weight: ranked.weight - lost };
      if (!isTelling(pairs, part, together) && !(stays && isNearby(pairs, ranks, part))) continue;
      const whole = takeEnds(pairs, part);
      for (let n = 0; n < whole.length; n += 1) pairLines(pairs, whole.old + n, whole.now + n);
      taken.push(whole);
    }
  }
  return taken;
}

/** What is left of a block when larger ones have taken from it. */
function listFreeParts({ toNow, toOld }: LinePairs, { old, now, length }: Block): readonly Block[] {
  const parts: Block[] = [];
  let from = 0;
  for (let n = 0; n <= length; n += 1) {
    const isFree = n < length && toNow[old + n] === -1 && toOld[now + n] === -1;
    if (isFree) continue;
    if (n > from) parts.push({ old: old + from, now: now + from, length: n - from });
    from = n + 1;
  }
  return parts;
}

/** So many lines at each end may seem to stay, because what came in their place ends or begins like them. */
const mostTaken = 4;

function takeEnds(pairs: LinePairs, block: Block): Block {
  const last = { old: block.old + block.length - 1, now: block.now + block.length - 1 };
  const above = countTakeable(pairs, block, -1);
  const below = countTakeable(pairs, last, 1);
  return { old: block.old - above, now: block.now - above, length: above + block.length + below };
}

/** The rest of a paragraph, equal on both sides, whose old lines seem to stay and whose new ones have no pair. */
function countTakeable(pairs: LinePairs, end: Meeting, step: 1 | -1): number {
  let here = end;
  for (let count = 0; count <= mostTaken; count += 1) {
    const next = { old: here.old + step, now: here.now + step };
    const isOver =
      !isBeside(pairs.olds, here.old, next.old) && !isBeside(pairs.nows, here.now, next.now);
    if (isOver) return count;
    if (pairs.toOld[next.now] !== -1 || !isNext(pairs, end, next)) return 0;
    if (!pairs.staying.has(pairs.toNow[next.old] ?? -1)) return 0;
    here = next;
  }
  return 0;
}

function isBeside(lines: readonly SideLine[], at: number, next: number): boolean {
  const [line, other] = [lines[at], lines[next]];
  if (line === undefined || other === undefined) return false;
  return line.path === other.path && Math.abs(line.line - other.line) === 1;
}
