import { type Block, type Meeting, weighBlock } from './equal-blocks.ts';
import type { LinePairs, Ranks, SideLine } from './line-pairs.ts';
import { alike, isPartOf, similarity } from './similarity.ts';

/** Few lines may be an idiom that is written anew each day, unless nothing else is with them on both sides. */
export function isTelling(
  pairs: LinePairs,
  block: Block,
  together: { readonly lines: number; readonly weight: number },
): boolean {
  if (together.lines >= 3 && together.weight >= 30) return true;
  const { old, now, length } = stretch(pairs, block);
  const isWhole =
    standsAlone(pairs.olds, pairs.toNow, { from: old, length }) &&
    standsAlone(pairs.nows, pairs.toOld, { from: now, length });
  return isWhole && weighBlock(pairs, block) >= (length === 1 ? 20 : 10);
}

/** With the lines above and below it that were edited a little. */
function stretch(pairs: LinePairs, { old, now, length }: Block): Block {
  const last = { old: old + length - 1, now: now + length - 1 };
  const above = countAlike(pairs, { old, now }, -1);
  const below = countAlike(pairs, last, 1);
  return { old: old - above, now: now - above, length: above + length + below };
}

/** A name and its arguments, or how something is given back. */
const mostAlike = 3;

function countAlike(pairs: LinePairs, end: Meeting, step: 1 | -1): number {
  const { olds, nows, toNow, toOld } = pairs;
  let count = 0;
  while (count < mostAlike) {
    const [i, j] = [end.old + step * (count + 1), end.now + step * (count + 1)];
    const [old, now] = [olds[i], nows[j]];
    if (old === undefined || now === undefined || toNow[i] !== -1 || toOld[j] !== -1) return count;
    if (old.path !== olds[end.old]?.path || now.path !== nows[end.now]?.path) return count;
    if (!isPartOf(old.text, now.text) && similarity(old.text, now.text) < alike) return count;
    count += 1;
  }
  return count;
}

/** Whether blank lines, lines that stay or the ends of the file are around it. */
function standsAlone(
  lines: readonly SideLine[],
  paired: Int32Array,
  { from, length }: { readonly from: number; readonly length: number },
): boolean {
  const isApart = (inside: number, outside: number): boolean => {
    const [one, other] = [lines[inside], lines[outside]];
    if (one === undefined || other === undefined || one.path !== other.path) return true;
    return Math.abs(one.line - other.line) > 1 || paired[outside] !== -1;
  };
  return isApart(from, from - 1) && isApart(from + length - 1, from + length);
}

/** Lists are longer than that, and are sorted less often. */
const mostPassed = 40;

/** Whether lines changed their places within one paragraph, as when a list is sorted: then they may say little. */
export function isNearby(
  { nows, staying }: LinePairs,
  ranks: Ranks,
  { old, now, length }: Block,
): boolean {
  const passed = (ranks.now[now] ?? 0) - (ranks.old[old] ?? 0);
  if (Math.abs(passed) > mostPassed) return false;
  const step = passed > 0 ? -1 : 1;
  let at = passed > 0 ? now : now + length - 1;
  for (let left = Math.abs(passed); left > 0; at += step) {
    const [line, next] = [nows[at], nows[at + step]];
    if (line === undefined || next === undefined || line.path !== next.path) return false;
    if (Math.abs(line.line - next.line) > 1) return false;
    if (staying.has(at + step)) left -= 1;
  }
  return true;
}
