/** The account of the month that a moment lies in, by UTC. */
export function monthAccount(now: number): string {
  return new Date(now).toISOString().slice(0, 'yyyy-mm'.length);
}
