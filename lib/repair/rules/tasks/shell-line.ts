/** Words as one line that any shell of the Bourne family takes apart into the same words. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => quoteForShell(word)).join(' ');
}

/** Variables that are set for the command that follows on the same line. */
export function assignments(variables: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(variables).map(([name, value]) => `${name}=${quoteForShell(value)}`);
}

function quoteForShell(word: string): string {
  if (/^[\w./:=@%+,-]+$/.test(word)) return word;
  // A line break in it would make two lines of one.
  return /\p{Cc}/u.test(word)
    ? escapeControlCharacters(word)
    : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function escapeControlCharacters(word: string): string {
  const inside = word
    .replaceAll(/[\\']/g, String.raw`\$&`)
    .replaceAll(
      /\p{Cc}/gu,
      (sign) => String.raw`\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return `$'${inside}'`;
}
