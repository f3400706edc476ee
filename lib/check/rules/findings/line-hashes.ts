/** Gives the SHA-256 of a text as hexadecimal digits. */
export type NativeHash = (text: string) => string;

export interface LineHashes {
  /** Of the text of a line alone. */
  readonly own: (line: number) => string;
  /** Of a line between its nearest neighbours that are not blank. */
  readonly context: (line: number) => string;
}

/** The first 60 bits of the digest, as twelve characters of base32. */
export function shortHash(hash: NativeHash, text: string): string {
  const digest = hash(text);
  let short = '';
  for (let at = 0; at < 15; at += 5) {
    let bits = 0;
    for (let next = at; next < at + 5; next += 1) {
      bits = (bits << 4) | (hexValues[digest.charCodeAt(next)] ?? 0);
    }
    short += pairs[bits >> 10] ?? '';
    short += pairs[bits & 1023] ?? '';
  }
  return short;
}

/** Layout is no part of a line: formatters change it. */
export function hashLine(hash: NativeHash, text: string): string {
  const bare = text.replaceAll(/\s+/g, '');
  return shortHash(hash, isAscii(bare) ? bare : bare.normalize('NFC'));
}

/** Hashes the lines of one file, each at most once and only when somebody asks. */
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

const base32 = Array.from('abcdefghijklmnopqrstuvwxyz234567');
/** Ten bits each: names are made by the hundred thousand. */
const pairs = base32.flatMap((first) => base32.map((second) => first + second));

/** By the code of a digit. */
const hexValues = Uint8Array.from({ length: 128 }, (_, code) =>
  Number.parseInt(String.fromCharCode(code), 16),
);

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
