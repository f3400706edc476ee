/** Ids as GitHub gives them: one sequence of numbers per world, and opaque node ids. */
export interface Ids {
  next(): number;
  /** Always the same for one prefix and number. */
  nodeId(prefix: string, id: number): string;
  delivery(): bigint;
}

/** Starts the sequences; equal worlds count equally, so nothing here is random. */
export function createIds(): Ids {
  let last = 4_100_000;
  // Real delivery ids have outgrown what a number of JavaScript holds exactly.
  let lastDelivery = 9_007_199_254_740_993n;
  return {
    next: () => (last += 1),
    nodeId: (prefix, id) => `${prefix}_kwDO${Buffer.from(String(id)).toString('base64url')}`,
    delivery: () => (lastDelivery += 2n),
  };
}
