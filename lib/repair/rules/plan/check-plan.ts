import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
export type StructuredPlanProblem = { readonly sentence: string } & (
  | { readonly kind: 'duplicate_step'; readonly stepId: number }
  | { readonly kind: 'unknown_dependency'; readonly stepId: number; readonly dependency: number }
  | { readonly kind: 'condition_not_before'; readonly stepId: number; readonly asked: number }
  | { readonly kind: 'cycle'; readonly members: readonly number[] }
);

/** Lists all that keeps a plan from being executed. */
export function checkPlan({ steps }: StructuredPlan): readonly StructuredPlanProblem[] {
  const byId = new Map(steps.map((step) => [step.stepId, step]));
  const ordered = steps.toSorted((a, b) => a.stepId - b.stepId);
  return [
    ...duplicates(ordered),
    ...ordered.flatMap((step) => unknownDependencies(step, byId)),
    ...ordered.flatMap((step) => strayConditions(step, byId)),
    ...findCycles(waitsFor(ordered)).map(cycle),
  ];
}

function duplicates(ordered: readonly StructuredStep[]): readonly StructuredPlanProblem[] {
  return ordered.flatMap(({ stepId }, index) => {
    // Once for each id, however often it is repeated.
    const isSecond = ordered[index - 1]?.stepId === stepId && ordered[index - 2]?.stepId !== stepId;
    if (!isSecond) return [];
    const sentence = `Two steps have the id ${stepId}: give each step its own.`;
    return [{ kind: 'duplicate_step', stepId, sentence }];
  });
}

type ById = ReadonlyMap<number, StructuredStep>;

function unknownDependencies(
  { stepId, dependsOn }: StructuredStep,
  byId: ById,
): StructuredPlanProblem[] {
  const unknown = [...new Set(dependsOn)].filter((id) => !byId.has(id));
  return unknown.map((dependency) => ({
    kind: 'unknown_dependency',
    stepId,
    dependency,
    sentence: `Step ${stepId} depends on step ${dependency}, which the plan does not have: add it or drop the dependency.`,
  }));
}

/** A condition can be judged only when the step it asks about has surely ended. */
function strayConditions(step: StructuredStep, byId: ById): readonly StructuredPlanProblem[] {
  if (step.onlyIf === undefined) return [];
  const before = stepsBefore(step, byId);
  const asked = new Set(step.onlyIf.map((condition) => condition.step));
  return [...asked].filter((id) => !before.has(id)).map((id) => strayCondition(step.stepId, id));
}

function strayCondition(stepId: number, asked: number): StructuredPlanProblem {
  const sentence = `Step ${stepId} has a condition on step ${asked}, which need not have ended before it: let step ${stepId} depend on it.`;
  return { kind: 'condition_not_before', stepId, asked, sentence };
}

function stepsBefore({ dependsOn }: StructuredStep, byId: ById): ReadonlySet<number> {
  const before = new Set<number>();
  const open = [...dependsOn];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = byId.get(id);
    if (step === undefined || before.has(id)) continue;
    before.add(id);
    open.push(...step.dependsOn);
  }
  return before;
}

/** Steps that share an id count as one here: their repetition is told already. */
function waitsFor(ordered: readonly StructuredStep[]): ReadonlyMap<number, readonly number[]> {
  const edges = new Map<number, number[]>();
  for (const { stepId, dependsOn } of ordered) {
    edges.set(stepId, [...(edges.get(stepId) ?? []), ...dependsOn]);
  }
  return edges;
}

function cycle(members: readonly number[]): StructuredPlanProblem {
  const [first] = members;
  const sentence =
    members.length === 1
      ? `Step ${first} depends on itself: drop that dependency.`
      : `Steps wait for each other (${[...members, first].join(' -> ')}): drop one of these dependencies.`;
  return { kind: 'cycle', members, sentence };
}

type Edges = ReadonlyMap<number, readonly number[]>;

/**
 * Cycles such that every node that lies on any cycle is a member of one of them. Each starts with
 * its lowest member and goes on to what that one waits for.
 */
function findCycles(edges: Edges): readonly (readonly number[])[] {
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
