type Edges = ReadonlyMap<number, readonly number[]>;

/**
 * Cycles such that every node that lies on any cycle is a member of one of them. Each starts with
 * its lowest member and goes on to what that one waits for.
 */
export function findCycles(edges: Edges): readonly (readonly number[])[] {
  const stuck = withoutFree(edges);
  const covered = new Set<number>();
  const cycles: (readonly number[])[] = [];
  for (const start of [...stuck.keys()].toSorted((a, b) => a - b)) {
    if (covered.has(start)) continue;
    const found = shortestCycle(start, stuck);
    if (found.length === 0) continue;
    for (const member of found) covered.add(member);
    cycles.push(fromLowest(found));
  }
  return cycles;
}

/** Kahn: what is never freed lies on a cycle or waits for one. */
function withoutFree(edges: Edges): Edges {
  const waitedBy = new Map<number, number[]>();
  const open = new Map<number, number>();
  for (const [node, targets] of edges) {
    const known = [...new Set(targets)].filter((target) => edges.has(target));
    open.set(node, known.length);
    for (const target of known) {
      const others = waitedBy.get(target);
      if (others === undefined) waitedBy.set(target, [node]);
      else others.push(node);
    }
  }
  const free = [...edges.keys()].filter((node) => open.get(node) === 0);
  const stuck = new Map(edges);
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    stuck.delete(node);
    for (const waiting of waitedBy.get(node) ?? []) {
      const left = (open.get(waiting) ?? 0) - 1;
      open.set(waiting, left);
      if (left === 0) free.push(waiting);
    }
  }
  return stuck;
}

/** Breadth first, lower ids first, so that the same graph gives the same cycle. */
function shortestCycle(start: number, edges: Edges): readonly number[] {
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (const node of queue) {
    for (const target of (edges.get(node) ?? []).toSorted((a, b) => a - b)) {
      if (target === start) return wayTo(node, start, cameFrom);
      if (cameFrom.has(target) || !edges.has(target)) continue;
      cameFrom.set(target, node);
      queue.push(target);
    }
  }
  return [];
}

function wayTo(end: number, start: number, cameFrom: ReadonlyMap<number, number>): number[] {
  const way = [end];
  for (let node = end; node !== start;) {
    node = cameFrom.get(node) ?? start;
    way.unshift(node);
  }
  return way;
}

function fromLowest(members: readonly number[]): readonly number[] {
  const lowest = members.indexOf(members.reduce((a, b) => Math.min(a, b)));
  return [...members.slice(lowest), ...members.slice(0, lowest)];
}
