import {
  type Hunk,
  lineHunks,
  linesBetweenMarks,
  findBlock,
  holdsWords,
  countBlock,
} from './line-hunks.ts';

/** The text of a file; undefined: there is none; null: it cannot be read. */
export type Content = string | undefined | null;

export interface ChangedContent {
  /** Before our change. */
  readonly before: Content;
  /** As we left it. */
  readonly after: Content;
  readonly now: Content;
}

/**
 * What became of our change of one file. undone: what we replaced is back, at least in places. gone: nothing that we
 * put there is left. other: people worked on it further, or it cannot be told.
 */
export interface Aftermath {
  readonly kind: 'kept' | 'undone' | 'gone' | 'other';
  /** What was undone. */
  readonly hunks: readonly Hunk[];
}

export function aftermathOfFile({ before, after, now }: ChangedContent): Aftermath {
  if (before === null || after === null || now === null || before === after) return nothing;
  if (now === after) return { ...nothing, kind: 'kept' };
  const hunks = lineHunks(before ?? '', after ?? '');
  if (now === before) return { kind: 'undone', hunks };
  // What we deleted is there again, be it as another text.
  if (after === undefined) return { kind: 'undone', hunks: [] };
  // What we made is still there; or the file was moved, and our change with it.
  if (before === undefined || now === undefined) return nothing;
  return judgeAllHunks(hunks, {
    after: linesBetweenMarks(after),
    now: linesBetweenMarks(now),
    back: linesBack({ before, after, now }),
  });
}

const nothing: Aftermath = { kind: 'other', hunks: [] };

interface Lines {
  readonly after: readonly string[];
  readonly now: readonly string[];
  /** Lines that we took away and that are there again. */
  readonly back: ReadonlySet<string>;
}

function judgeAllHunks(hunks: readonly Hunk[], lines: Lines): Aftermath {
  const kinds = hunks.map((hunk) => classifyHunk(hunk, lines));
  const undone = hunks.filter((_, index) => kinds[index] === 'undone');
  if (undone.length > 0) return { kind: 'undone', hunks: undone };
  if (kinds.length > 0 && kinds.every((kind) => kind === 'kept')) {
    return { ...nothing, kind: 'kept' };
  }
  const isGone = kinds.length > 0 && kinds.every((kind) => kind === 'gone');
  return isGone ? { ...nothing, kind: 'gone' } : nothing;
}

function classifyHunk(hunk: Hunk, lines: Lines): Aftermath['kind'] {
  const { removed, added } = hunk;
  const { after, now, back } = lines;
  const isBack =
    countBlock(removed, now) > countBlock(removed, after) || removed.some((line) => back.has(line));
  if (added.length === 0) return isBack ? 'undone' : 'kept';
  const isAway = countBlock(added, now) < countBlock(added, after) && !isAllThere(hunk, lines);
  if (isBack) return isAway ? 'undone' : 'other';
  return isAway ? 'gone' : 'kept';
}

/** Lines that people put beside ours change the place by which ours are told, and not one of ours. */
function isAllThere({ removed, added }: Hunk, { after, now }: Lines): boolean {
  const first = added.findIndex((line, index) => line !== removed[index]);
  const last = added.findLastIndex((line, index) => line !== removed.at(index - added.length));
  const ours = added.slice(Math.max(0, first), last + 1).filter(holdsWords);
  return (
    ours.length > 0 && ours.every((line) => countBlock([line], now) >= countBlock([line], after))
  );
}

/** Of several lines that we replaced, people put back those that they miss. */
function linesBack(texts: Readonly<Record<'after' | 'before' | 'now', string>>): Set<string> {
  const [first, ours, theirs] = [texts.before, texts.after, texts.now].map(countLines);
  const back = [...(first ?? [])].filter(([line, count]) => {
    const left = ours?.get(line) ?? 0;
    return holdsWords(line) && count > left && (theirs?.get(line) ?? 0) > left;
  });
  return new Set(back.map(([line]) => line));
}

function countLines(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of linesBetweenMarks(text)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Whether a change of a text does again what was undone. */
export function doesAgain(
  { removed, added }: Hunk,
  { before, after }: { readonly before: string; readonly after: string },
): boolean {
  const [old, now] = [linesBetweenMarks(before), linesBetweenMarks(after)];
  const comes = countBlock(added, now) > countBlock(added, old);
  const goes = countBlock(removed, now) < countBlock(removed, old);
  return (added.length === 0 || comes) && (removed.length === 0 || goes);
}

/** The lines of a text, counted from 1, in which what was undone stands. */
export function linesOfUndone(
  hunks: readonly Hunk[],
  now: string,
): readonly (readonly [from: number, to: number])[] {
  const lines = linesBetweenMarks(now);
  return hunks.flatMap(({ removed }) => {
    const places = findBlock(removed, lines);
    if (places.length > 0) return places.map((at) => [at, at + removed.length - 1] as const);
    // Only some of them are back.
    return removed
      .filter(holdsWords)
      .flatMap((line) => findBlock([line], lines).map((at) => [at, at]));
  });
}
