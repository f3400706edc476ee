import { oneLine, plainText, shortened } from './plain-text.ts';

/** Text of a tool on one line, as code: it mentions no account, and nothing in it is a link. */
export function codeText(text: string, most: number): string {
  return `<code>${literal(shortened(oneLine(text), most))}</code>`;
}

/** A sentence that may hold names from outside. */
export function sentenceText(text: string): string {
  return literal(inert(shortened(oneLine(text), mostOfSentence)));
}

/** The end of an output, on a line of its own: a blank line would end the element around it. */
export function outputText(text: string, most: number): string {
  return `<pre>${literal(plainText(text).slice(-most).toWellFormed())}</pre>`;
}

const mostOfSentence = 500;

// GitHub finds names, numbers and addresses in the finished page, where an entity is long decoded.
function inert(text: string): string {
  return text.replace(/[@#]|:(?=\/\/)|www(?=\.)/gi, '$&\u{200B}');
}

// All signs but the most harmless: an entity is never syntax, whatever dialect reads it.
function literal(text: string): string {
  return text.replace(
    /[^A-Za-z0-9 ,;()/%=?\u{80}-\u{10FFFF}]/gu,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
}
