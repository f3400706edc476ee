export interface Terminal {
  readonly isTTY: true;
  readonly columns: number;
  write(text: string): void;
  /** What stands on it, without the empty rows at the end. */
  readonly rows: () => readonly string[];
  readonly cursorShown: () => boolean;
}

const token = new RegExp(`${String.fromCodePoint(27)}\\[(\\??)(\\d*)([A-Za-z])|[^]`, 'gu');

/** A terminal that knows the few sequences that we use and refuses all others; full rows wrap. */
export function createTerminal(columns = 80): Terminal {
  let lines: string[] = [''];
  let row = 0;
  let column = 0;
  let shown = true;
  const sequences: Readonly<Record<string, (count: number) => void>> = {
    '?l': (mode) => (shown = mode !== 25),
    '?h': (mode) => (shown = mode === 25),
    A: (count) => (row = Math.max(0, row - count)),
    J: () => (lines = [...lines.slice(0, row), (lines[row] ?? '').slice(0, column)]),
  };
  const feed = (): void => {
    row += 1;
    column = 0;
    lines[row] ??= '';
  };
  const put = (sign: string): void => {
    if (column === columns) feed();
    const line = (lines[row] ?? '').padEnd(column);
    lines[row] = line.slice(0, column) + sign + line.slice(column + 1);
    column += 1;
  };
  const take = ([text, mark = '', count, letter]: RegExpMatchArray): void => {
    if (letter !== undefined) {
      const perform = sequences[`${mark}${letter}`];
      if (perform === undefined) throw new Error(`unknown sequence ${JSON.stringify(text)}`);
      perform(Number(count));
    } else if (text === '\n') feed();
    else if (text === '\r') column = 0;
    else put(text);
  };
  return {
    isTTY: true,
    columns,
    write: (text) => [...text.matchAll(token)].forEach(take),
    rows: () => lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1),
    cursorShown: () => shown,
  };
}
