/** A line that is followed through a change: the one thing that a real history does not tell. */
export interface TracedLine {
  readonly text: string;
  /** Where it was before; undefined: the change wrote it. */
  readonly origin?: { readonly path: string; readonly line: number };
}

export type Tree = ReadonlyMap<string, readonly TracedLine[]>;

/** How a language is read: just enough to find functions and to write what harms nothing. */
export interface Language {
  readonly extension: string;
  /** The first line of a function or a class at the top of a file. */
  readonly begins: RegExp;
  readonly comment: string;
  readonly wrapper: { readonly before: string; readonly after: readonly string[] };
}

export const python: Language = {
  extension: 'py',
  begins: /^(?:def|class|async def) /,
  comment: '#',
  wrapper: { before: 'if True:', after: [] },
};

export const javascript: Language = {
  extension: 'js',
  begins: /^(?:async )?function |^class |^exports\.\w+ = (?:async )?function/,
  comment: '//',
  wrapper: { before: 'if (globalThis) {', after: ['}'] },
};

/** From an index up to another one that is not in it. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Functions and classes at the top of a file, with what closes them and without the blank lines behind. */
export function findUnits(lines: readonly TracedLine[], { begins }: Language): readonly Span[] {
  const units: Span[] = [];
  for (const [from, { text }] of lines.entries()) {
    if (!begins.test(text) || /^[@#/*]/.test(lines[from - 1]?.text ?? '')) continue;
    let to = from + 1;
    while (to < lines.length && /^(?:\s|$|[)\]}])/.test(lines[to]?.text ?? '')) to += 1;
    while (lines[to - 1]?.text.trim() === '') to -= 1;
    if (to - from >= 2) units.push({ from, to });
  }
  return units;
}

export function traceTree(files: ReadonlyMap<string, string>): Tree {
  return new Map(
    [...files].map(([path, text]) => [
      path,
      text.split('\n').map((line, index) => ({ text: line, origin: { path, line: index + 1 } })),
    ]),
  );
}

export function textOf(lines: readonly TracedLine[]): string {
  return lines.map(({ text }) => text).join('\n');
}
