export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function joinNames(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** "a, b and 3 more": so many are named, and the others counted. */
export function nameFirst(names: readonly string[], most: number): string {
  const more = names.length - most;
  const named = names.slice(0, most).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

/** A command in one line; a word is quoted unless it is plain, so that it stays one. */
export function writeWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:=@+,-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}

/** Small amounts need more digits. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd === 0 || usd >= 1 ? 2 : 4)}`;
}
