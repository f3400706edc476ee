/**
 * Says why a text that begins like JSON is none: it ends before its end, or something in it is wrong. Looks at
 * no character twice and does not recurse, for reports may be large and nested deeply.
 */
export function whyNoJson(text: string): 'truncated' | 'unparseable' {
  if (!/^[[{]/.test(text)) return 'unparseable';
  const reader: Reader = { text, at: 0, open: [], next: 'value' };
  while (reader.next !== 'nothing') {
    skipSpace(reader);
    if (reader.at >= text.length) return 'truncated';
    const taken = takeToken(reader);
    if (taken !== 'taken') return taken;
  }
  // All of it is there, and was still refused.
  return 'unparseable';
}

interface Reader {
  readonly text: string;
  at: number;
  /** The brackets around the place, outermost first. */
  readonly open: ('[' | '{')[];
  next: 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end' | 'nothing';
}

type Taken = 'taken' | 'truncated' | 'unparseable';

const space = /[ \t\r\n]*/y;

function skipSpace(reader: Reader): void {
  space.lastIndex = reader.at;
  reader.at += space.exec(reader.text)?.[0].length ?? 0;
}

function takeToken(reader: Reader): Taken {
  const { text, at, next } = reader;
  const character = text[at];
  if (character === '"') return takeString(reader);
  if (character === '[' || character === '{') return takeOpening(reader, character);
  if (character === ']' || character === '}') return takeClosing(reader, character);
  if (character === ':' && next === ':') return advanceReader(reader, 'value');
  if (character === ',' && next === ', or end') {
    return advanceReader(reader, reader.open.at(-1) === '{' ? 'name' : 'value');
  }
  return takesValue(reader) ? takeWord(reader) : 'unparseable';
}

function takesValue({ next }: Reader): boolean {
  return next === 'value' || next === 'value or ]';
}

function advanceReader(reader: Reader, next: Reader['next']): Taken {
  reader.at += 1;
  reader.next = next;
  return 'taken';
}

function takeOpening(reader: Reader, bracket: '[' | '{'): Taken {
  if (!takesValue(reader)) return 'unparseable';
  reader.open.push(bracket);
  return advanceReader(reader, bracket === '[' ? 'value or ]' : 'name or }');
}

function takeClosing(reader: Reader, bracket: ']' | '}'): Taken {
  const mayEnd = reader.next === ', or end' || reader.next.endsWith(`or ${bracket}`);
  if (!mayEnd || reader.open.pop() !== (bracket === ']' ? '[' : '{')) return 'unparseable';
  return advanceReader(reader, reader.open.length === 0 ? 'nothing' : ', or end');
}

function takeString(reader: Reader): Taken {
  const isName = reader.next === 'name' || reader.next === 'name or }';
  if (!isName && !takesValue(reader)) return 'unparseable';
  let end = reader.text.indexOf('"', reader.at + 1);
  while (end !== -1 && isEscaped(reader.text, end)) end = reader.text.indexOf('"', end + 1);
  if (end === -1) return 'truncated';
  reader.at = end;
  return advanceReader(reader, isName ? ':' : ', or end');
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

// Longer numbers are nobody's.
const word = /[-+.\w]{1,400}/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;
const numberStart = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<=\d)[eE][-+]?\d*)?)?$/;
const names = ['true', 'false', 'null'];

function takeWord(reader: Reader): Taken {
  word.lastIndex = reader.at;
  const [found = ''] = word.exec(reader.text) ?? [];
  if (found === '') return 'unparseable';
  const isLast = reader.at + found.length === reader.text.length;
  if (isLast && (numberStart.test(found) || names.some((name) => name.startsWith(found)))) {
    return 'truncated';
  }
  if (!number.test(found) && !names.includes(found)) return 'unparseable';
  reader.at += found.length;
  reader.next = ', or end';
  return 'taken';
}
