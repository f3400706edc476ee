/** What the place where a report is shown can do. */
export interface Look {
  readonly color: boolean;
  /** Columns of the terminal; longer lines are wrapped. */
  readonly width: number;
}

export type Paint = (style: Style, text: string) => string;

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Colours text, or leaves it alone. */
export function painter({ color }: { readonly color: boolean }): Paint {
  const escape = '\u{1B}[';
  return (style, text) => (color ? `${escape}${codes[style]}m${text}${escape}0m` : text);
}

const codes: Readonly<Record<Style, number>> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };
