/** The lines of a text one after the other; a list of all of them can be longer than any list may be. */
export function* eachLine(text: string): Generator<string, void, undefined> {
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}

/** The first line that is not empty; empty: there is none. */
export function firstLineOf(text: string): string {
  return text.trimStart().split('\n', 1)[0]?.trimEnd() ?? '';
}
