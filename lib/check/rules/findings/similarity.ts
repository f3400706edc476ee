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
