export interface Frame {
  readonly path: string;
  readonly line: number;
  /** The function, as far as the traceback tells; empty: it does not. */
  readonly symbol: string;
  /** Which exception of a chain, counted from 0; the last is the one that was seen. */
  readonly link: number;
}

export interface RaisedFrame extends Frame {
  /** What was raised there, where the line says so. */
  readonly exception: string | null;
}

/** The places in a traceback of any style, in its order. */
export function readTraceback(text: string): readonly RaisedFrame[] {
  const places: RaisedFrame[] = [];
  let symbol = '';
  let link = 0;
  for (const line of text.split('\n')) {
    const found = readPlace(line);
    if (found !== undefined) places.push({ symbol, ...found, link });
    else if (isChained(line)) link += 1;
    // The source of each function begins with its own name; those inside it come later.
    else if (!isSeparator(line)) symbol ||= definedFunction(line);
    if (found !== undefined || isSeparator(line)) symbol = '';
  }
  return places;
}

/** Of the exception that was seen, the innermost place in the code of the repository. */
export function primaryFrame(
  frames: readonly Frame[],
  cwd: string,
): { readonly path: string; readonly symbol: string } | undefined {
  const last = frames.at(-1)?.link;
  for (const { path, symbol } of frames.filter((frame) => frame.link === last).toReversed()) {
    const inside = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
    if (isOwnPath(inside)) return { path: inside, symbol };
  }
  return undefined;
}

/** Neither elsewhere nor an installed package, for an environment may stand in the repository. */
function isOwnPath(path: string): boolean {
  return !/^(?:[/<]|\.\.\/|[A-Za-z]:\\)|(?:^|\/)(?:site|dist)-packages\//.test(path);
}

type Found = Pick<RaisedFrame, 'path' | 'line' | 'exception'> & { readonly symbol?: string };

function readPlace(line: string): Found | undefined {
  const [, path, number, symbol, exception = null] =
    pytestPlace.exec(line) ?? pythonPlace.exec(line) ?? [];
  if (path === undefined || Number(number) < 1) return undefined;
  return { path, line: Number(number), exception, ...(symbol !== undefined && { symbol }) };
}

// `tests/test_a.py:7: AssertionError`, `tests/test_a.py:27: ` and, in short style, `tests/test_a.py:7: in test_a`.
const pytestPlace = /^(\S[^:]*):(\d{1,9}): ?(?:in (.*)|([A-Za-z_]\w*))?$/;

// In native style, in groups of exceptions, and where a syntax error is.
const pythonPlace = /^(?:E +|[ |]*)File "(.+)", line (\d{1,9})(?:, in (.+))?$/;

function definedFunction(line: string): string {
  return /^>? *(?:async )?def (\w+)/.exec(line)?.[1] ?? '';
}

function isSeparator(line: string): boolean {
  return line.startsWith('_ _ _ ');
}

function isChained(line: string): boolean {
  return /^(?:The above exception was the direct cause of|During handling of the above exception, another)/.test(
    line,
  );
}
