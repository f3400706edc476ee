import type { TaskId } from '#model/ids.ts';
import type { NewTask } from '#model/task.ts';

export interface GraphNode {
  readonly id: TaskId;
  readonly dependsOn: readonly TaskId[];
}

export type GraphProblem =
  | { readonly kind: 'duplicate'; readonly id: TaskId }
  | { readonly kind: 'unknown-dependency'; readonly id: TaskId; readonly dependency: TaskId }
  | { readonly kind: 'cycle'; readonly members: readonly TaskId[] };

/**
 * The tasks of a plan that the run does not have yet, and what is wrong with them. An id that the run has under another
 * fingerprint is as wrong as one that is planned twice.
 */
export function comparePlan(
  existing: readonly NewTask[],
  planned: readonly NewTask[],
): { readonly fresh: readonly NewTask[]; readonly problems: readonly GraphProblem[] } {
  const known = new Map(existing.map((task) => [task.id, task.fingerprint]));
  const fresh = planned.filter((task) => known.get(task.id) !== task.fingerprint);
  const clashes = fresh.filter(({ id }) => known.has(id));
  const duplicates = clashes.map(({ id }) => ({ kind: 'duplicate', id }) as const);
  return { fresh, problems: [...duplicates, ...findGraphProblems(existing, fresh)] };
}

/** Says what is wrong with new tasks beside those a run has already; nothing wrong is an empty list. */
export function findGraphProblems(
  existing: readonly GraphNode[],
  added: readonly GraphNode[],
): readonly GraphProblem[] {
  const nodes = new Map(existing.map((node) => [node.id, node]));
  const problems: GraphProblem[] = findDuplicates(added);
  for (const node of added) nodes.set(node.id, node);
  for (const node of added) {
    for (const dependency of node.dependsOn) {
      if (!nodes.has(dependency))
        problems.push({ kind: 'unknown-dependency', id: node.id, dependency });
    }
  }
  const members = findCycle([...nodes.values()]);
  return members.length > 0 ? [...problems, { kind: 'cycle', members }] : problems;
}

export function describeGraphProblem(problem: GraphProblem): string {
  switch (problem.kind) {
    case 'duplicate':
      return `task ${problem.id} is planned twice`;
    case 'unknown-dependency':
      return `task ${problem.id} depends on ${problem.dependency}, which the run does not have`;
    case 'cycle':
      return `tasks wait for each other: ${[...problem.members, problem.members[0]].join(' -> ')}`;
  }
}

function findDuplicates(added: readonly GraphNode[]): GraphProblem[] {
  const seen = new Set<TaskId>();
  const duplicates = added.filter((node) => {
    const again = seen.has(node.id);
    seen.add(node.id);
    return again;
  });
  return duplicates.map(({ id }) => ({ kind: 'duplicate', id }));
}

/** Kahn: what can never be freed holds a cycle; from any such node, following such nodes finds it. */
function findCycle(nodes: readonly GraphNode[]): readonly TaskId[] {
  const stuck = new Map(nodes.map((node) => [node.id, node]));
  for (let freed = true; freed;) {
    freed = false;
    for (const node of stuck.values()) {
      if (node.dependsOn.some((id) => stuck.has(id))) continue;
      stuck.delete(node.id);
      freed = true;
    }
  }
  const walk: TaskId[] = [];
  let next = stuck.keys().next().value;
  while (next !== undefined && !walk.includes(next)) {
    walk.push(next);
    next = stuck.get(next)?.dependsOn.find((id) => stuck.has(id));
  }
  return next === undefined ? [] : walk.slice(walk.indexOf(next));
}
