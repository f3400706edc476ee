import { plainSpaces } from '#check/rules/findings/suppressions.ts';
import { longestLine } from './line-changes.ts';
import { holdsWords } from './line-hunks.ts';

/** One place at which an engine is silenced. */
export interface SuppressionRemark {
  /** How it is written, without what it names. */
  readonly form: string;
  /** The rules that it is for; none: it is for all of them. */
  readonly names: readonly string[];
  /** The line that it begins on. */
  readonly line: string;
  /** Words of the code that it stands at: before it, or below it where nothing is before it. */
  readonly code: ReadonlySet<string>;
  /** The lines above and below that say something, where it has a line for itself. */
  readonly around: readonly string[];
}

/** A text as tools read it, to look for remarks in. */
export interface PlainText {
  readonly text: string;
  /** Whether remarks may go on over many lines. */
  readonly isOfScripts: boolean;
}

/** Lines end otherwise in scripts than in Python. */
export function normalizeForRemarks(text: string, path: string): PlainText {
  const isOfScripts = !/\.(?:pyi?|ipynb|toml)$/.test(path);
  const lines = text.split(isOfScripts ? /\r\n|[\n\r\u2028\u2029]/ : /\r\n|[\n\r]/);
  const plain = lines.map((line) => (line.length > longestLine ? '' : plainSpaces(line)));
  return { text: plain.join('\n'), isOfScripts };
}

/** Every place of a text that silences by this pattern, which looks at each line for itself. */
export function remarksIn(
  { text, isOfScripts }: PlainText,
  every: RegExp,
): readonly SuppressionRemark[] {
  return [...text.matchAll(every)].flatMap(({ 0: found, index }) => {
    const isBlock = isOfScripts && isInBlock(text, index);
    // Elsewhere a remark ends with its line, so what goes on below it is none.
    if (found.includes('\n') && !isBlock) return [];
    return [remarkAt(text, { found, index, isBlock })];
  });
}

interface Place {
  readonly found: string;
  readonly index: number;
  /** Whether it lies between the marks of a remark of many lines. */
  readonly isBlock: boolean;
}

function isInBlock(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - farthest), index + 2);
  return before.lastIndexOf('/*') > before.lastIndexOf('*/');
}

// A text may be made of nothing but remarks.
const farthest = 1000;

function remarkAt(text: string, { found, index, isBlock }: Place): SuppressionRemark {
  const from = text.lastIndexOf('\n', index) + 1;
  const end = index + found.length;
  const after = text.slice(end, end + farthest);
  const [rest = ''] = after.split(isBlock ? /\*\/| -- / : /\n|#|\*\/|-->|\/\/| -- /);
  // `eslint-disable` and `eslint-disable-line` are two forms.
  const [tail = ''] = /^[\w-]*/.exec(rest) ?? [];
  const ownCode = codeWordsIn(text.slice(from, index));
  const above =
    text
      .slice(Math.max(0, from - farthest), from)
      .split('\n')
      .findLast(holdsWords) ?? '';
  const [, ...lower] = after.slice(isBlock ? rest.length : 0).split('\n');
  const below = lower.find(holdsWords) ?? '';
  return {
    form: `${found}${tail}`.replace(/\s+/g, ''),
    names: rest.slice(tail.length).match(/[\w@/.-]+/g) ?? [],
    line: `${text.slice(from, end)}${after.split('\n', 1)[0]}`,
    code: ownCode.size > 0 ? ownCode : codeWordsIn(below),
    around: ownCode.size > 0 ? [] : [above, below],
  };
}

function codeWordsIn(text: string): ReadonlySet<string> {
  return new Set(text.match(/[\p{L}\p{N}_]+/gu));
}
