import { type NativeHash, shortHash } from '#base/hash.ts';

export interface LineHashes {
  /** Of the text of a line alone. */
  readonly own: (line: number) => string;
  /** Of a line between its nearest neighbours that are not blank. */
  readonly context: (line: number) => string;
}

export function hashLine(hash: NativeHash, text: string): string {
  return shortHash(hash, bareText(text));
}

/** Layout is no part of a line: formatters change it. */
export function bareText(text: string): string {
  const bare = text.replaceAll(/\s+/g, '');
  return isAscii(bare) ? bare : bare.normalize('NFC');
}

/** Hashes the lines of one file, each at most once and only when its hash is needed. */
export function hashLines(hash: NativeHash, lines: readonly string[]): LineHashes {
  const own = remember((line) => hashLine(hash, lines[line - 1] ?? ''));
  const neighbour = (line: number, step: 1 | -1) => {
    const found = nearestText(lines, line, step);
    return found === undefined ? '' : own(found);
  };
  const context = remember((line) =>
    shortHash(hash, `${neighbour(line, -1)} ${own(line)} ${neighbour(line, 1)}`),
  );
  return { own, context };
}

/** Such text is the same in every normal form, and most code is nothing else. */
function isAscii(text: string): boolean {
  return !/[\u0080-\uFFFF]/.test(text);
}

// Findings on each line of an endless run of blank lines must not make the search quadratic.
const farthest = 200;

function nearestText(lines: readonly string[], from: number, step: 1 | -1): number | undefined {
  for (let away = 1; away <= farthest; away += 1) {
    const line = from + away * step;
    const text = lines[line - 1];
    if (text === undefined) return undefined;
    if (/\S/.test(text)) return line;
  }
  return undefined;
}

function remember(compute: (line: number) => string): (line: number) => string {
  const known = new Map<number, string>();
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const value = compute(line);
    known.set(line, value);
    return value;
  };
}
