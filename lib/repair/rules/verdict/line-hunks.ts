/** One place of a change: the lines before and after it, with as many around them as it takes to tell the place. */
export interface Hunk {
  readonly removed: readonly string[];
  /** None: lines only went. */
  readonly added: readonly string[];
}

/** The places at which two texts differ, each as small as it can be told from all others. */
export function lineHunks(before: string, after: string): readonly Hunk[] {
  const [old, now] = [linesBetweenMarks(before), linesBetweenMarks(after)];
  return lineSpans(old, now).flatMap((span) => growHunk(span, { old, now }) ?? []);
}

/** The lines of a text between marks of its beginning and its end, so that each is there by its number from 1. */
export function linesBetweenMarks(text: string): readonly string[] {
  return [begin, ...(text === '' ? [] : text.split(/\r\n|\n/)), close];
}

const [begin, close] = ['\u0000', '\u0001'];

/** How often these lines stand in a text, one after the other. */
export function countBlock(block: readonly string[], lines: readonly string[]): number {
  return findBlock(block, lines).length;
}

/** The indexes at which these lines begin. */
export function findBlock(block: readonly string[], lines: readonly string[]): readonly number[] {
  const [first] = block;
  if (first === undefined) return [];
  const last = lines.length - block.length;
  const places: number[] = [];
  for (let at = lines.indexOf(first); at >= 0 && at <= last; at = lines.indexOf(first, at + 1)) {
    if (block.every((line, index) => lines[at + index] === line)) places.push(at);
  }
  return places;
}

/** Blank lines and brackets stand everywhere. */
export function holdsWords(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** Half-open ranges of lines in the old text and in the new one. */
export interface Span {
  readonly old: readonly [from: number, to: number];
  readonly now: readonly [from: number, to: number];
}

interface Sides {
  readonly old: readonly string[];
  readonly now: readonly string[];
}

const mostAround = 3;

/** Grows by the lines around it until it says something and is there more often on its own side; undefined: it never is. */
function growHunk(
  { old: [oldFrom, oldTo], now: [nowFrom, nowTo] }: Span,
  sides: Sides,
): Hunk | undefined {
  const { old, now } = sides;
  const comes = nowFrom < nowTo;
  const goes = oldFrom < oldTo;
  for (let around = goes ? 0 : 1; around <= mostAround; around += 1) {
    const removed = old.slice(Math.max(0, oldFrom - around), oldTo + around);
    const added = comes ? now.slice(Math.max(0, nowFrom - around), nowTo + around) : [];
    const isTold = isMore(removed, old, now) && (!comes || isMore(added, now, old));
    if (isTold) return { removed, added };
  }
  return undefined;
}

/** Whether it says anything, and is there more often on its own side than on the other. */
function isMore(
  block: readonly string[],
  own: readonly string[],
  other: readonly string[],
): boolean {
  return block.some(holdsWords) && countBlock(block, own) > countBlock(block, other);
}

const mostPairs = 200;

/** Where two lists of lines differ. Where as many lines came as went, each stands for itself: people put back one of them and leave the next. */
export function lineSpans(old: readonly string[], now: readonly string[]): readonly Span[] {
  return diffLines(old, now).flatMap((span) => {
    const [from, to] = span.old;
    const [start, end] = span.now;
    if (to - from !== end - start || to - from > mostPairs) return [span];
    return Array.from({ length: to - from }, (_, at): Span => {
      return { old: [from + at, from + at + 1], now: [start + at, start + at + 1] };
    });
  });
}

// Two generated files that have nothing in common would take minutes.
const mostCells = 4_000_000;

function diffLines(old: readonly string[], now: readonly string[]): readonly Span[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail];
  if (head === oldEnd && head === nowEnd) return [];
  if ((oldEnd - head) * (nowEnd - head) > mostCells) {
    return [{ old: [head, oldEnd], now: [head, nowEnd] }];
  }
  return diffMiddle(old.slice(head, oldEnd), now.slice(head, nowEnd)).map((span) => ({
    old: [span.old[0] + head, span.old[1] + head],
    now: [span.now[0] + head, span.now[1] + head],
  }));
}

/** Along a longest common subsequence. */
function diffMiddle(old: readonly string[], now: readonly string[]): readonly Span[] {
  const common = commonLengths(old, now);
  const spans: Span[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [fromOld, fromNow] = [i, j];
    while ((i < old.length || j < now.length) && (i === old.length || old[i] !== now[j])) {
      if (j === now.length || (i < old.length && common(i + 1, j) >= common(i, j + 1))) i += 1;
      else j += 1;
    }
    if (i > fromOld || j > fromNow) spans.push({ old: [fromOld, i], now: [fromNow, j] });
    while (i < old.length && j < now.length && old[i] === now[j]) [i, j] = [i + 1, j + 1];
  }
  return spans;
}

/** How long the longest common subsequence is of what follows two lines. */
function commonLengths(
  old: readonly string[],
  now: readonly string[],
): (i: number, j: number) => number {
  const width = now.length + 1;
  const cells = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => cells[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      cells[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  return at;
}
