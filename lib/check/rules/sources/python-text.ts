/** A stretch of a text of Python that is no code. */
export interface PythonStretch {
  readonly kind: 'comment' | 'string';
  readonly from: number;
  /** Right behind its last letter. */
  readonly to: number;
}

/** What Python reads as one line, however many lines of the text it takes. */
export interface PythonLine {
  /** The first of them, counted from 1. */
  readonly number: number;
  readonly indent: string;
  /** Its code: without comments, and with nothing in its strings. */
  readonly code: string;
}

/** The comments and strings of a text, in their order. */
export function pythonStretches(text: string): readonly PythonStretch[] {
  const found: PythonStretch[] = [];
  const next = /#|'''|"""|'|"/g;
  for (let match = next.exec(text); match !== null; match = next.exec(text)) {
    const { 0: mark, index: from } = match;
    const to = mark === '#' ? endOfLine(text, from) : endOfString(text, from, mark);
    found.push({ kind: mark === '#' ? 'comment' : 'string', from, to });
    next.lastIndex = to;
  }
  return found;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** A short string that is not closed ends with its line, unless the line goes on. */
function endOfString(text: string, from: number, mark: string): number {
  const isShort = mark.length === 1;
  for (let at = from + mark.length; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(mark, at)) return at + mark.length;
    else if (isShort && text[at] === '\n') return at;
  }
  return text.length;
}

/** The text with nothing left of its comments and strings but their quotes; lines stay where they are. */
export function codeOfPython(text: string): string {
  let code = '';
  let at = 0;
  for (const { kind, from, to } of pythonStretches(text)) {
    const breaks = text.slice(from, to).replaceAll(/[^\n]/g, '');
    code += text.slice(at, from) + (kind === 'comment' ? '' : `""${breaks}`);
    at = to;
  }
  return code + text.slice(at);
}

/** The lines of code, in their order; empty ones are none. */
export function pythonLines(text: string): readonly PythonLine[] {
  const found: PythonLine[] = [];
  const strings = linesInsideStrings(text);
  let open: { number: number; text: string; depth: number } | undefined;
  for (const [index, line] of codeOfPython(text).split('\n').entries()) {
    if (open === undefined && line.trim() === '') continue;
    open ??= { number: index + 1, text: '', depth: 0 };
    open.text += open.text === '' ? line : ` ${line.trim()}`;
    open.depth += depthOfBrackets(line);
    const goesOn = open.depth > 0 || line.trimEnd().endsWith('\\') || strings.has(index + 2);
    if (goesOn) continue;
    found.push(toLine(open));
    open = undefined;
  }
  return open === undefined ? found : [...found, toLine(open)];
}

/** Numbers of the lines that begin within a string. */
function linesInsideStrings(text: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  let number = 1;
  let at = 0;
  for (const { kind, from, to } of pythonStretches(text)) {
    if (kind === 'comment') continue;
    number += countBreaks(text, at, from);
    for (let breaks = countBreaks(text, from, to); breaks > 0; breaks -= 1) {
      number += 1;
      numbers.add(number);
    }
    at = to;
  }
  return numbers;
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) {
    count += 1;
  }
  return count;
}

function depthOfBrackets(code: string): number {
  return (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
}

function toLine({ number, text }: { readonly number: number; readonly text: string }): PythonLine {
  const [indent = ''] = /^[ \t\f]*/.exec(text) ?? [];
  return { number, indent, code: text.slice(indent.length).replaceAll(/\s+/g, ' ').trim() };
}
