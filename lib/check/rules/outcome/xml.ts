/** What a document consists of, in its order. */
export type XmlEvent =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      /** Name of the element around it; null: it is the root. */
      readonly parent: string | null;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

export type XmlEnd = 'complete' | 'truncated' | 'malformed';

/**
 * Reads XML once from front to back and says how it ended. Declarations of a document type are refused,
 * so no entity can grow or reach out. Never throws, and looks at no character twice.
 */
export function readXml(text: string, on: (event: XmlEvent) => void): XmlEnd {
  const state: Reader = {
    text,
    at: text.startsWith('\u{FEFF}') ? 1 : 0,
    open: [],
    rooted: false,
    on,
  };
  while (state.at < text.length) {
    const problem = text[state.at] === '<' ? readMarkup(state) : readXmlText(state);
    if (problem !== undefined) return problem;
  }
  return state.rooted && state.open.length === 0 ? 'complete' : 'truncated';
}

interface Reader {
  readonly text: string;
  at: number;
  /** Names of the elements around the place, outermost first. */
  readonly open: string[];
  rooted: boolean;
  readonly on: (event: XmlEvent) => void;
}

/** Nothing, as long as it can go on. */
type Problem = Exclude<XmlEnd, 'complete'> | undefined;

function readMarkup(reader: Reader): Problem {
  const { text, at } = reader;
  if (text.startsWith('<!--', at)) return readAside(reader, '<!--', '-->');
  if (text.startsWith('<?', at)) return readAside(reader, '<?', '?>');
  if (text.startsWith(cdata, at)) return readCdata(reader);
  if (text[at + 1] === '!') return classifyUnknownMarkup(text.slice(at, at + cdata.length));
  return text[at + 1] === '/' ? readClose(reader) : readOpen(reader);
}

const cdata = '<![CDATA[';

// At the very end of the text it may have become a comment or character data.
function classifyUnknownMarkup(start: string): Problem {
  return ['<!--', cdata].some((whole) => whole.startsWith(start)) ? 'truncated' : 'malformed';
}

function readAside(reader: Reader, start: string, end: string): Problem {
  return readBetween(reader, start, end) === undefined ? 'truncated' : undefined;
}

function readCdata(reader: Reader): Problem {
  if (reader.open.length === 0) return 'malformed';
  const text = readBetween(reader, cdata, ']]>');
  if (text === undefined) return 'truncated';
  reader.on({ kind: 'text', text });
  return undefined;
}

/** Nothing where the end is missing. */
function readBetween(reader: Reader, start: string, end: string): string | undefined {
  const from = reader.at + start.length;
  const to = reader.text.indexOf(end, from);
  if (to === -1) return undefined;
  reader.at = to + end.length;
  return reader.text.slice(from, to);
}

function readXmlText(reader: Reader): Problem {
  const next = reader.text.indexOf('<', reader.at);
  const raw = reader.text.slice(reader.at, next === -1 ? undefined : next);
  reader.at += raw.length;
  if (reader.open.length === 0) return raw.trim() === '' ? undefined : 'malformed';
  if (next === -1) return 'truncated';
  const text = decodeEntities(raw);
  if (text === undefined) return 'malformed';
  reader.on({ kind: 'text', text });
  return undefined;
}

function readClose(reader: Reader): Problem {
  const end = reader.text.indexOf('>', reader.at);
  if (end === -1) return 'truncated';
  const name = reader.text.slice(reader.at + 2, end).trimEnd();
  if (reader.open.pop() !== name) return 'malformed';
  reader.at = end + 1;
  reader.on({ kind: 'close', name });
  return undefined;
}

function readOpen(reader: Reader): Problem {
  if (reader.rooted && reader.open.length === 0) return 'malformed';
  reader.at += 1;
  const name = takePattern(reader, nameText);
  if (name === '') return judgeBrokenTag(reader);
  const attributes = new Map<string, string>();
  while (takePattern(reader, space) !== '' && !isTagEnd(reader)) {
    const problem = readAttribute(reader, attributes);
    if (problem !== undefined) return problem;
  }
  const end = takePattern(reader, tagEnd);
  if (end === '') return judgeBrokenTag(reader);
  reader.on({ kind: 'open', name, attributes, parent: reader.open.at(-1) ?? null });
  reader.rooted = true;
  if (end === '>') reader.open.push(name);
  else reader.on({ kind: 'close', name });
  return undefined;
}

// Line breaks stay what they are: many writers do not escape those of a message.
function readAttribute(reader: Reader, attributes: Map<string, string>): Problem {
  const name = takePattern(reader, nameText);
  const quote = name === '' ? '' : takePattern(reader, equals).slice(-1);
  if (quote === '') return judgeBrokenTag(reader);
  const end = reader.text.indexOf(quote, reader.at);
  if (end === -1) return 'truncated';
  const raw = reader.text.slice(reader.at, end);
  const value = raw.includes('<') ? undefined : decodeEntities(raw);
  if (value === undefined || attributes.has(name)) return 'malformed';
  attributes.set(name, value);
  reader.at = end + 1;
  return undefined;
}

const nameText = /[\p{L}_:][\p{L}\p{N}_:.-]*/uy;
const space = /\s*/y;
const equals = /\s*=\s*["']/y;
const tagEnd = /\/?>/y;

function takePattern(reader: Reader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const [found = ''] = pattern.exec(reader.text) ?? [];
  reader.at += found.length;
  return found;
}

function isTagEnd({ text, at }: Reader): boolean {
  return text[at] === '>' || text[at] === '/' || at >= text.length;
}

/** What stops a tag is an error, unless it is the end of the text. */
function judgeBrokenTag({ text, at }: Reader): Problem {
  return /^(?:\s*|\s*=\s*|\/)$/.test(text.slice(at, at + longestRest)) &&
    at + longestRest > text.length
    ? 'truncated'
    : 'malformed';
}

const longestRest = 16;

/** Nothing where an entity is unknown or names no character. */
function decodeEntities(raw: string): string | undefined {
  if (!raw.includes('&')) return raw;
  let wrong = false;
  const text = raw.replace(
    /&(?:(#x[\da-f]{1,8}|#\d{1,8}|[a-z]{2,4});)?/gi,
    (_, entity?: string) => {
      const character = characterOf(entity);
      wrong ||= character === undefined;
      return character ?? '';
    },
  );
  return wrong ? undefined : text;
}

const named = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

function characterOf(entity: string | undefined): string | undefined {
  if (!entity?.startsWith('#')) return named.get(entity ?? '');
  const code = Number(entity.replace(/^#x/i, '0x').replace('#', ''));
  const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
