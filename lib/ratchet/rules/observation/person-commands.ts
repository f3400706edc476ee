import { compareText } from '#base/order.ts';
import type { Observation } from '#model/observation.ts';
import { shortened } from '#base/plain-text.ts';
import type { RemarkFacts } from './facts.ts';

type Asked = Observation['asked'];

/** Commands that people wrote into the conversation, oldest first. Whether they may is asked elsewhere. */
export function observeCommands(remarks: readonly RemarkFacts[]): Asked {
  return remarks
    .toSorted((a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id))
    .flatMap(({ id, author, body, ours, updatedAt: at }) => {
      const text = ours || author === null || author.isBot ? undefined : findCommand(body);
      return text === undefined || author === null ? [] : [{ id, login: author.login, text, at }];
    });
}

const longest = 300;

/** The words after `/ratchet` on the first line that begins so. What is quoted, hidden or shown as code asks for nothing. */
export function findCommand(body: string): string | undefined {
  const command = /^ {0,3}\/ratchet(?:\s+(?<words>.*))?$/i;
  for (const line of linesOutsideCode(body)) {
    const match = command.exec(line.trimEnd());
    if (match !== null) return shortened(match.groups?.['words'] ?? '', longest);
  }
  return undefined;
}

/** A block that shows or hides text as it is. */
interface Verbatim {
  readonly ends: RegExp;
  /** It lies in a quote, and ends with it at the latest. */
  readonly quoted: boolean;
  /** It lies in an item of a list, and ends before a line with less indentation. */
  readonly indent: number;
}

function* linesOutsideCode(body: string): Generator<string> {
  let block: Verbatim | undefined;
  // The paragraph of a quote goes on in the lines below it, also where they have no mark of their own.
  let inQuote = false;
  for (const line of body.split(/\r\n?|\n/)) {
    const { quoted, indent, content } = stripMarks(line);
    if (block !== undefined && hasLeft(block, line)) block = undefined;
    if (block !== undefined) {
      if (block.ends.test(block.quoted ? content : withoutTabs(line).slice(block.indent)))
        block = undefined;
      continue;
    }
    const ends = endOfBlock(content);
    const isEmpty = content.trim() === '';
    if (ends !== undefined) {
      inQuote = false;
      // A fence cannot end where it begins; HTML can.
      if (isFence.test(content) || !ends.test(content)) block = { ends, quoted, indent };
    } else if (quoted || isEmpty) inQuote = !isEmpty;
    else if (!inQuote) yield line;
  }
}

/** A line without the marks of the quotes and the items of lists that begin in it. */
function stripMarks(
  line: string,
): Pick<Verbatim, 'indent' | 'quoted'> & { readonly content: string } {
  const text = withoutTabs(line);
  const [marks = ''] = /^(?: {0,3}(?:> ?|(?:[-+*]|\d{1,9}[.)]) {1,4}(?=\S)))*/.exec(text) ?? [];
  return { quoted: marks.includes('>'), indent: marks.length, content: text.slice(marks.length) };
}

function hasLeft({ quoted, indent }: Verbatim, line: string): boolean {
  const text = withoutTabs(line);
  if (quoted) return !/^ {0,3}>/.test(text);
  return text.trim() !== '' && text.search(/\S/) < indent;
}

function withoutTabs(line: string): string {
  return line.replaceAll('\t', (_, at: number) => ' '.repeat(4 - (at % 4)));
}

const isFence = /^ {0,3}(?:`{3,}(?=[^`]*$)|~{3,})/;

/** What ends the block that begins here; templates of comments hide in HTML what they explain. */
function endOfBlock(line: string): RegExp | undefined {
  const mark = isFence.exec(line)?.[0].trim();
  if (mark !== undefined) return new RegExp(`^ {0,3}${mark}${mark.charAt(0)}*\\s*$`);
  if (/^ {0,3}<!--/.test(line)) return /-->/;
  return /^ {0,3}<pre(?:[\s>]|$)/i.test(line) ? /<\/pre>/i : undefined;
}
