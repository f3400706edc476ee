import { compareText } from '../findings/order.ts';
import type { Observation } from '../model/observation.ts';
import type { RemarkFacts } from './facts.ts';
import { shortened } from '../report/plain-text.ts';

type Asked = Observation['asked'];

/** Commands that people wrote into the conversation, oldest first. Whether they may is asked elsewhere. */
export function observeAsked(remarks: readonly RemarkFacts[]): Asked {
  return remarks
    .toSorted((a, b) => a.createdAt - b.createdAt || compareText(a.id, b.id))
    .flatMap(({ id, author, body, ours }) => {
      const text = ours || author === null || author.isBot ? undefined : commandIn(body);
      return text === undefined || author === null ? [] : [{ id, login: author.login, text }];
    });
}

const longest = 300;

/** The words after `/ratchet` on the first line that begins so. What is quoted, hidden or shown as code asks for nothing. */
export function commandIn(body: string): string | undefined {
  const command = /^ {0,3}\/ratchet(?:\s+(?<words>.*))?$/i;
  for (const line of linesOutsideCode(body)) {
    const match = command.exec(line.trimEnd());
    if (match !== null) return shortened(match.groups?.['words'] ?? '', longest);
  }
  return undefined;
}

function* linesOutsideCode(body: string): Generator<string> {
  let ends: RegExp | undefined;
  for (const line of body.split(/\r\n?|\n/)) {
    const ended = ends;
    ends ??= endOfBlock(line);
    if (ends === undefined) yield line;
    // A fence cannot end where it begins; HTML can.
    else if (ends.test(line) && (ended !== undefined || !isFence.test(line))) ends = undefined;
  }
}

const isFence = /^ {0,3}(?:`{3,}(?=[^`]*$)|~{3,})/;

/** What ends the block that begins here; templates of comments hide in HTML what they explain. */
function endOfBlock(line: string): RegExp | undefined {
  const mark = isFence.exec(line)?.[0].trim();
  if (mark !== undefined) return new RegExp(`^ {0,3}${mark}${mark.charAt(0)}*\\s*$`);
  if (/^ {0,3}<!--/.test(line)) return /-->/;
  return /^ {0,3}<pre(?:[\s>]|$)/i.test(line) ? /<\/pre>/i : undefined;
}
