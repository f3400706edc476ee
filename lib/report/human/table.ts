import type { Paint, Style } from './look.ts';

export interface Cell {
  readonly text: string;
  readonly style?: Style | undefined;
}

export interface TextTable {
  readonly heads: readonly string[];
  /** Columns that are written to the right. */
  readonly numbers: ReadonlySet<number>;
  readonly rows: readonly (readonly Cell[])[];
}

/** A table for a terminal: a line for the heads and one for each row. */
export function tableLines({ heads, numbers, rows }: TextTable, paint: Paint): readonly string[] {
  const all = [heads.map((text): Cell => ({ text, style: 'dim' })), ...rows];
  const widths = heads.map((_, column) =>
    all.reduce((widest, row) => Math.max(widest, row[column]?.text.length ?? 0), 0),
  );
  return all.map((row) =>
    row
      .map((cell, column) =>
        paintCell(cell, { right: numbers.has(column), width: widths[column] ?? 0, paint }),
      )
      .join('  ')
      .trimEnd(),
  );
}

// Padding stays outside of the colours, and the last column needs none.
function paintCell(
  { text, style }: Cell,
  { right, width, paint }: { right: boolean; width: number; paint: Paint },
): string {
  const space = ' '.repeat(width - text.length);
  const shown = style === undefined ? text : paint(style, text);
  return right ? `${space}${shown}` : `${shown}${space}`;
}
