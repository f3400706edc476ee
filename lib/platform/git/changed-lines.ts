import type { LineRange } from '#check/needs/history.ts';

/** Reads a diff without context: the lines that each file has and its old version had not, by its new path; none where lines only went. */
export function readChangedLines(diff: string): ReadonlyMap<string, readonly LineRange[]> {
  const ranges = new Map<string, LineRange[]>();
  let path: string | undefined;
  let skip = 0;
  for (const line of diff.split('\n')) {
    // What a file holds may look like a header.
    if (skip > 0 && /^[+-]/.test(line)) {
      skip -= 1;
    } else if (line.startsWith('diff --git ')) {
      path = undefined;
      skip = 0;
    } else if (line.startsWith('+++ ')) {
      path = readNewPath(line.slice('+++ '.length));
      if (path !== undefined) ranges.set(path, []);
    } else {
      const hunk = readHunk(line);
      if (hunk === undefined || path === undefined) continue;
      skip = hunk.removed + hunk.added;
      if (hunk.added === 0) continue;
      ranges.get(path)?.push([hunk.start, hunk.start + hunk.added - 1]);
    }
  }
  return ranges;
}

function readHunk(line: string) {
  const match = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
  if (match === null) return undefined;
  const [, removed = '1', start, added = '1'] = match;
  return { removed: Number(removed), start: Number(start), added: Number(added) };
}

/** A name with a space is followed by a tab; one with control characters stands in quotes, with escapes of C. */
function readNewPath(text: string): string | undefined {
  if (text === '/dev/null') return undefined;
  const plain = text.replace(/\t$/, '');
  const name = plain.startsWith('"') ? unquoteName(plain.slice(1, -1)) : plain;
  return name.replace(/^b\//, '');
}

const escapes: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function unquoteName(text: string): string {
  return text.replaceAll(/\\([0-7]{3}|.)/g, (_, code: string) =>
    /^\d{3}$/.test(code) ? String.fromCodePoint(Number.parseInt(code, 8)) : (escapes[code] ?? code),
  );
}
