import type * as z from 'zod';
import type { BrokenReport, ReportFacts } from './run-facts.ts';

export type JsonReading<Data> =
  | { readonly kind: 'read'; readonly data: Data }
  | { readonly kind: 'broken'; readonly state: BrokenReport };

/** Reads a report that is one JSON value. Never throws: what cannot be read has a name. */
export function readJsonReport<Data>(
  text: string | undefined,
  schema: z.ZodType<Data>,
): JsonReading<Data> {
  if (text === undefined) return { kind: 'broken', state: 'absent' };
  const json = text.trim();
  if (json === '') return { kind: 'broken', state: 'empty' };
  const parsed = parseReport(json);
  if (parsed === undefined) return { kind: 'broken', state: whyNoJson(json) };
  const checked = schema.safeParse(parsed.value);
  if (checked.success) return { kind: 'read', data: checked.data };
  return { kind: 'broken', state: 'invalid' };
}

/** The facts of a report that gives nothing. */
export function factsOfBroken(state: BrokenReport): ReportFacts {
  return { state, findings: 0, analysed: null, expected: null, verdict: null };
}

/** The facts of a report that says no more than its findings. */
export function factsOfFindings(findings: number): ReportFacts {
  return { state: 'valid', findings, analysed: null, expected: null, verdict: null };
}

function parseReport(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Says why a text that begins like JSON is none: it ends before its end, or something in it is wrong. Looks at
 * no character twice and does not recurse, for reports may be large and nested deeply.
 */
function whyNoJson(text: string): 'truncated' | 'unparseable' {
  if (!/^[[{]/.test(text)) return 'unparseable';
  const reader: Reader = { text, at: 0, open: [], next: 'value' };
  while (reader.next !== 'nothing') {
    skipSpace(reader);
    if (reader.at >= text.length) return 'truncated';
    const taken = readJsonToken(reader);
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

function readJsonToken(reader: Reader): Taken {
  const { text, at, next } = reader;
  const character = text[at];
  if (character === '"') return readString(reader);
  if (character === '[' || character === '{') return readOpening(reader, character);
  if (character === ']' || character === '}') return readClosing(reader, character);
  if (character === ':' && next === ':') return advanceReader(reader, 'value');
  if (character === ',' && next === ', or end') {
    return advanceReader(reader, reader.open.at(-1) === '{' ? 'name' : 'value');
  }
  return expectsValue(reader) ? readLiteral(reader) : 'unparseable';
}

function expectsValue({ next }: Reader): boolean {
  return next === 'value' || next === 'value or ]';
}

function advanceReader(reader: Reader, next: Reader['next']): Taken {
  reader.at += 1;
  reader.next = next;
  return 'taken';
}

function readOpening(reader: Reader, bracket: '[' | '{'): Taken {
  if (!expectsValue(reader)) return 'unparseable';
  reader.open.push(bracket);
  return advanceReader(reader, bracket === '[' ? 'value or ]' : 'name or }');
}

function readClosing(reader: Reader, bracket: ']' | '}'): Taken {
  const mayEnd = reader.next === ', or end' || reader.next.endsWith(`or ${bracket}`);
  if (!mayEnd || reader.open.pop() !== (bracket === ']' ? '[' : '{')) return 'unparseable';
  return advanceReader(reader, reader.open.length === 0 ? 'nothing' : ', or end');
}

function readString(reader: Reader): Taken {
  const isName = reader.next === 'name' || reader.next === 'name or }';
  if (!isName && !expectsValue(reader)) return 'unparseable';
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

// No writer of reports has longer numbers.
const word = /[-+.\w]{1,400}/y;

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

const numberStart = /^-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:(?<=\d)[eE][-+]?\d*)?)?$/;

const names = ['true', 'false', 'null'];

function readLiteral(reader: Reader): Taken {
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
