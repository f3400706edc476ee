import {
  countWordCharacters,
  type LinePairs,
  listUnpaired,
  type Ranks,
  type SideLine,
} from './line-pairs.ts';

/** Lines that follow each other on both sides. */
export interface Block {
  readonly old: number;
  readonly now: number;
  readonly length: number;
}

/** A block, and what it says together with those that stand just above and below it on both sides. */
export interface RankedBlock {
  readonly block: Block;
  readonly lines: number;
  readonly weight: number;
}

/** Blocks of lines that are on both sides and have no pair: the largest first, of equal ones that which went past the fewest lines of its file. */
export function rankBlocks(
  pairs: LinePairs,
  ranks: Ranks,
  newPathOf: (path: string) => string,
): readonly RankedBlock[] {
  const blocks = findBlocks(pairs)
    .map((block) => ({ block, weight: weighBlock(pairs, block) }))
    .toSorted((a, b) => a.block.old - b.block.old || a.block.now - b.block.now);
  return blocks
    .map((one, index) => {
      const beside = [findBeside(pairs, blocks, index, -1), findBeside(pairs, blocks, index, 1)];
      const lines = beside.reduce(
        (sum, other) => sum + (other?.block.length ?? 0),
        one.block.length,
      );
      const weight = beside.reduce((sum, other) => sum + (other?.weight ?? 0), one.weight);
      const { old, now } = one.block;
      const stays = newPathOf(pairs.olds[old]?.path ?? '') === pairs.nows[now]?.path;
      // What went elsewhere went past more than any file holds.
      const passed = stays ? Math.abs((ranks.old[old] ?? 0) - (ranks.now[now] ?? 0)) : 2 ** 31;
      return { block: one.block, lines, weight, passed };
    })
    .toSorted(
      (a, b) =>
        b.weight - a.weight ||
        a.passed - b.passed ||
        a.block.old - b.block.old ||
        a.block.now - b.block.now,
    );
}

/** So many lines may have been edited between two blocks that moved together. */
const mostEdited = 10;

interface Weighed {
  readonly block: Block;
  readonly weight: number;
}

/** The next block in one direction that is near on both sides, with no blank line between. */
function findBeside(
  { olds, nows }: LinePairs,
  blocks: readonly Weighed[],
  ...[index, step]: readonly [number, 1 | -1]
): Weighed | undefined {
  const here = blocks[index];
  if (here === undefined) return undefined;
  for (let at = index + step; ; at += step) {
    const other = blocks[at];
    if (other === undefined) return undefined;
    const [first, second] = step === 1 ? [here.block, other.block] : [other.block, here.block];
    const ends = { old: first.old + first.length - 1, now: first.now + first.length - 1 };
    if (second.old - ends.old > mostEdited) return undefined;
    const isNear = second.now > ends.now && second.now - ends.now <= mostEdited;
    if (!isNear || second.old <= ends.old) continue;
    if (isDense(olds, ends.old, second.old) && isDense(nows, ends.now, second.now)) return other;
  }
}

function isDense(lines: readonly SideLine[], from: number, to: number): boolean {
  const [one, other] = [lines[from], lines[to]];
  if (one === undefined || other === undefined || one.path !== other.path) return false;
  return other.line - one.line === to - from;
}

/** A text that is often there says nothing of where it went, and would make each be compared with each. */
const mostPairs = 16;

/** All longest runs of equal lines without a pair that hold a line seldom seen. */
function findBlocks(pairs: LinePairs): readonly Block[] {
  const { olds, nows, toNow, toOld } = pairs;
  const gone = indexByText(olds, listUnpaired(toNow, 0, olds.length));
  const come = indexByText(nows, listUnpaired(toOld, 0, nows.length));
  const seeds = [...gone].flatMap(([text, from]) => {
    const to = come.get(text) ?? [];
    if (from.length * to.length > mostPairs) return [];
    return from.flatMap((old) => to.map((now) => ({ old, now })));
  });
  const blocks: Block[] = [];
  // What lies on one diagonal can only be the same block.
  const until = new Map<number, number>();
  for (const { old, now } of seeds.toSorted((a, b) => a.old - b.old || a.now - b.now)) {
    if ((until.get(now - old) ?? 0) > old) continue;
    const above = countEqual(pairs, { old, now }, -1);
    const length = above + 1 + countEqual(pairs, { old, now }, 1);
    until.set(now - old, old - above + length);
    blocks.push({ old: old - above, now: now - above, length });
  }
  return blocks;
}

function indexByText(
  lines: readonly SideLine[],
  open: readonly number[],
): ReadonlyMap<string, readonly number[]> {
  const byText = new Map<string, number[]>();
  for (const index of open) {
    const text = lines[index]?.text ?? '';
    const same = byText.get(text);
    if (same === undefined) byText.set(text, [index]);
    else same.push(index);
  }
  return byText;
}

export interface Meeting {
  readonly old: number;
  readonly now: number;
}

/** How many lines beside these two are equal, too, and free. */
function countEqual(pairs: LinePairs, { old, now }: Meeting, step: 1 | -1): number {
  let count = 0;
  for (;;) {
    const [i, j] = [old + step * (count + 1), now + step * (count + 1)];
    if (pairs.toNow[i] !== -1 || pairs.toOld[j] !== -1) return count;
    if (!isNext(pairs, { old, now }, { old: i, now: j })) return count;
    count += 1;
  }
}

/** Whether two further lines are equal and lie in the files of these. */
export function isNext({ olds, nows }: LinePairs, here: Meeting, there: Meeting): boolean {
  const [old, now] = [olds[there.old], nows[there.now]];
  if (old === undefined || now === undefined || old.text !== now.text) return false;
  return old.path === olds[here.old]?.path && now.path === nows[here.now]?.path;
}

/** How much the lines of a block say. */
export function weighBlock({ olds }: LinePairs, { old, length }: Block): number {
  let weight = 0;
  for (let n = 0; n < length; n += 1) weight += countWordCharacters(olds[old + n]?.text ?? '');
  return weight;
}
