/** What was asked of this GitHub since the last reset. */
export interface Counters {
  readonly rest: number;
  readonly graphql: number;
  /** GraphQL points. */
  readonly points: number;
  /** REST requests that change something, and GraphQL mutations. */
  readonly writes: number;
  /** Answers 304, which cost nothing. */
  readonly notModified: number;
  /** By `METHOD /path/{parameter}`. */
  readonly byRoute: ReadonlyMap<string, number>;
  reset(): void;
}

export interface Counting extends Counters {
  countRest(route: string): void;
  countNotModified(): void;
  countGraphql(cost: { readonly points: number; readonly mutation: boolean }): void;
}

export function createCounters(): Counting {
  let [rest, graphql, points, writes, notModified] = [0, 0, 0, 0, 0];
  const byRoute = new Map<string, number>();
  return {
    get rest() {
      return rest;
    },
    get graphql() {
      return graphql;
    },
    get points() {
      return points;
    },
    get writes() {
      return writes;
    },
    get notModified() {
      return notModified;
    },
    byRoute,
    reset() {
      [rest, graphql, points, writes, notModified] = [0, 0, 0, 0, 0];
      byRoute.clear();
    },
    countRest(route) {
      rest += 1;
      if (!route.startsWith('GET ')) writes += 1;
      byRoute.set(route, (byRoute.get(route) ?? 0) + 1);
    },
    countNotModified() {
      notModified += 1;
    },
    countGraphql(cost) {
      graphql += 1;
      points += cost.points;
      if (cost.mutation) writes += 1;
    },
  };
}
