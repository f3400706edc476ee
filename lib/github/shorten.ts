const rest = '\n\n… and more, which is too long to be shown here.';

/** A text that GitHub takes: what is beyond is cut off at the end of a line. */
export function shortenText(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most - rest.length);
  const end = head.lastIndexOf('\n');
  return `${(end > 0 ? head.slice(0, end) : head).toWellFormed()}${rest}`;
}

/** One line, cut off where it is too long. */
export function shortenLine(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}
