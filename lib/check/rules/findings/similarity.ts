import { compareText } from '#base/order.ts';

/**
 * How alike two texts are, from 0 to 1: twice the length of what they share in blocks of the same order,
 * against the length of both (Ratcliff and Obershelp).
 */
export function similarity(a: string, b: string): number {
  const [first, second] = [a.slice(0, longest), b.slice(0, longest)];
  const length = first.length + second.length;
  return length === 0 ? 1 : (2 * sharedLength(first, second)) / length;
}

// Generated code has lines without an end; its beginning says enough.
const longest = 240;

function sharedLength(a: string, b: string): number {
  const { startA, startB, length } = longestBlock(a, b);
  if (length === 0) return 0;
  const before = sharedLength(a.slice(0, startA), b.slice(0, startB));
  return length + before + sharedLength(a.slice(startA + length), b.slice(startB + length));
}

function longestBlock(a: string, b: string) {
  let best = { startA: 0, startB: 0, length: 0 };
  // ends[j] is the length of the block that ends before b[j].
  let ends = new Uint16Array(b.length + 1);
  for (let i = 0; i < a.length; i += 1) {
    const next = new Uint16Array(b.length + 1);
    for (let j = 0; j < b.length; j += 1) {
      if (a.charCodeAt(i) !== b.charCodeAt(j)) continue;
      const length = (ends[j] ?? 0) + 1;
      next[j + 1] = length;
      if (length > best.length) {
        best = { startA: i - length + 1, startB: j - length + 1, length };
      }
    }
    ends = next;
  }
  return best;
}

/** From here on two texts may be one that was edited. */
export const alike = 0.6;

/** Whether nothing was done to a text but to add to it, or to take from it: as a comment is added behind a line. */
export function isPartOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= shortest && long.includes(short);
}

/** Less than this is in any line. */
const shortest = 5;

/** Gives the few texts that are worth comparing with another one that occurs so many times. */
type NearTexts = (text: string, times: number) => readonly string[];

/**
 * Few texts are all worth it. Of thousands only those that begin or end most alike: an edit seldom
 * touches both ends of a line, and comparing each with each would take minutes.
 */
export function createNearTexts(texts: readonly string[]): NearTexts {
  const sorted = texts.toSorted(compareText);
  if (sorted.length <= 4 * reach) return () => sorted;
  const backwards = texts.map(reverseText).toSorted(compareText);
  return (text, times) => {
    const ends = sliceAround(backwards, reverseText(text), reach + times);
    return [...new Set([...sliceAround(sorted, text, reach + times), ...ends.map(reverseText)])];
  };
}

const reach = 8;

function sliceAround(sorted: readonly string[], text: string, far: number): readonly string[] {
  const place = firstNotBefore(sorted, text);
  return sorted.slice(Math.max(0, place - far), place + far);
}

function firstNotBefore(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

// By code units, so that reversing twice gives the same text for every input.
function reverseText(text: string): string {
  return text.split('').toReversed().join('');
}
