import { oneLine } from '#base/plain-text.ts';

/** A command as one would type it. */
export function commandLine(argv: readonly string[]): string {
  return argv.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  const plain = oneLine(word);
  return /^[\w./:=@%+,-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", String.raw`'\''`)}'`;
}
