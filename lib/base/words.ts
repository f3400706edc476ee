export function seconds(durationMs: number): string {
  return `${(durationMs / 1000).toFixed(1)} s`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function joinNames(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Small amounts need more digits. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd === 0 || usd >= 1 ? 2 : 4)}`;
}
