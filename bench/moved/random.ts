/** Numbers that are the same for the same seed. */
export interface Random {
  /** From 0 up to below this. */
  readonly below: (most: number) => number;
  readonly pick: <Value>(from: readonly Value[]) => Value;
  readonly chance: (share: number) => boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32, which is short and good enough to choose lines.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(next() * most);
  return {
    below,
    pick: (from) => {
      const value = from[below(from.length)];
      if (value === undefined) throw new Error('There is nothing to pick from');
      return value;
    },
    chance: (share) => next() < share,
  };
}
