import { codeOfPython, pythonLines, pythonStretches } from './python-text.ts';

/** A text of Python without its comments and without the marks that keep type checkers from a function; lines stay. */
export function withoutPythonRemarks(text: string): string {
  let plain = '';
  let at = 0;
  for (const { kind, from, to } of pythonStretches(text)) {
    if (kind === 'string') continue;
    const before = text.slice(at, from);
    const kept = keptOfComment(text.slice(from, to));
    plain += kept === '' ? before.replace(/[ \t]+$/, '') : before + kept;
    at = to;
  }
  return withoutMarks(plain + text.slice(at));
}

/** A comment may be the type of what stands before it. */
function keptOfComment(comment: string): string {
  const [type = ''] = /^#\s*type:(?!\s*ignore\b)[^#]*/.exec(comment) ?? [];
  return type.trimEnd();
}

const unchecked = /\bno_type_check\b/;

/** Under whatever name the file knows it. */
function withoutMarks(text: string): string {
  if (!unchecked.test(text)) return text;
  const code = codeOfPython(text);
  const others = [
    ...code.matchAll(/\bno_type_check\s+as\s+(\w+)/g),
    ...code.matchAll(/^[ \t]*(\w+)\s*=\s*[\w.]*\bno_type_check\s*$/gm),
  ].flatMap(([, name]) => name ?? []);
  const isMark = new RegExp(
    String.raw`^@\s*(?:[\w.]+\.)?(?:${['no_type_check', ...others].join('|')})$`,
  );
  const marks = new Set(
    pythonLines(text).flatMap(({ number, code: line }) => (isMark.test(line) ? [number] : [])),
  );
  const lines = text.split('\n');
  return lines.map((line, index) => (marks.has(index + 1) ? '' : line)).join('\n');
}
