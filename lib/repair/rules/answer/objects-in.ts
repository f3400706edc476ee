interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The outermost JSON objects of a text, in order, whatever stands around them. Time grows with the text alone: after a
 * place that is no JSON, reading goes on behind what was read, except for the last string, which may be prose.
 */
export function objectsIn(text: string): readonly string[] {
  const found: string[] = [];
  let at = text.indexOf('{');
  while (at >= 0) {
    const { objects, next } = readObject(text, at);
    for (const { start, end } of objects) found.push(text.slice(start, end));
    at = text.indexOf('{', next);
  }
  return found;
}

interface Reader {
  readonly text: string;
  at: number;
  /** Where the brackets around the place stand, outermost first. */
  readonly open: number[];
  expects: 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or end';
  /** Objects that are complete, none inside another. */
  readonly objects: Span[];
  lastString: number;
}

// No result nests so deeply, and what recurses over a value must not run out of stack.
const deepest = 64;

function readObject(text: string, start: number) {
  const reader: Reader = {
    text,
    at: start,
    open: [],
    expects: 'value',
    objects: [],
    lastString: start,
  };
  while (readNext(reader)) {
    if (reader.open.length === 0) return { objects: reader.objects, next: reader.at };
  }
  const next = Math.max(reader.lastString + 1, reader.objects.at(-1)?.end ?? 0);
  return { objects: reader.objects, next };
}

const space = new Set([0x20, 0x09, 0x0d, 0x0a]);

function readNext(reader: Reader): boolean {
  while (space.has(reader.text.charCodeAt(reader.at))) reader.at += 1;
  switch (reader.text.charAt(reader.at)) {
    case '"':
      return readString(reader);
    case '{':
      return openBracket(reader, 'name or }');
    case '[':
      return openBracket(reader, 'value or ]');
    case '}':
    case ']':
      return closeBracket(reader);
    case ':':
      return reader.expects === ':' && moveOn(reader, 'value');
    case ',':
      return reader.expects === ', or end' && moveOn(reader, inObject(reader) ? 'name' : 'value');
    default:
      return readPlainValue(reader);
  }
}

function moveOn(reader: Reader, expects: Reader['expects']): true {
  reader.at += 1;
  reader.expects = expects;
  return true;
}

function inObject({ text, open }: Reader): boolean {
  return text[open.at(-1) ?? 0] === '{';
}

function expectsValue({ expects }: Reader): boolean {
  return expects === 'value' || expects === 'value or ]';
}

function openBracket(reader: Reader, expects: Reader['expects']): boolean {
  if (!expectsValue(reader) || reader.open.length === deepest) return false;
  reader.open.push(reader.at);
  return moveOn(reader, expects);
}

function closeBracket(reader: Reader): boolean {
  const bracket = inObject(reader) ? '}' : ']';
  const mayEnd = reader.expects === ', or end' || reader.expects.endsWith(`or ${bracket}`);
  if (!mayEnd || reader.text[reader.at] !== bracket) return false;
  const start = reader.open.pop();
  if (bracket === '}' && start !== undefined)
    keepOuterObject(reader, { start, end: reader.at + 1 });
  return moveOn(reader, ', or end');
}

function keepOuterObject({ objects }: Reader, span: Span): void {
  while ((objects.at(-1)?.start ?? -1) > span.start) objects.pop();
  objects.push(span);
}

function readString(reader: Reader): boolean {
  const isName = reader.expects === 'name' || reader.expects === 'name or }';
  if (!isName && !expectsValue(reader)) return false;
  reader.lastString = reader.at;
  const end = closingQuote(reader.text, reader.at + 1);
  if (end < 0) return false;
  reader.at = end;
  return moveOn(reader, isName ? ':' : ', or end');
}

function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x22) return at;
    if (character < 0x20) return -1;
    if (character === 0x5c && text.charCodeAt(at + 1) >= 0x20) at += 1;
  }
  return -1;
}

// Longer numbers are not read.
const word = /[-+.\w]{1,400}/y;
const plainValue = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

function readPlainValue(reader: Reader): boolean {
  if (!expectsValue(reader)) return false;
  word.lastIndex = reader.at;
  const [found = ''] = word.exec(reader.text) ?? [];
  if (!plainValue.test(found)) return false;
  reader.at += found.length - 1;
  return moveOn(reader, ', or end');
}
