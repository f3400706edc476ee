import { compareText } from '#base/order.ts';

/** Gives the few texts that are worth comparing with another one that occurs so many times. */
export type NearTexts = (text: string, times: number) => readonly string[];

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

// By code units, so that twice is the text itself, whatever is in it.
function reverseText(text: string): string {
  return text.split('').toReversed().join('');
}
