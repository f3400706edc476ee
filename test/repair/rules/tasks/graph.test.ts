import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeGraphProblem, findGraphProblems } from '#repair/rules/tasks/graph.ts';
import { taskId } from '../../../support/samples.ts';
import { acyclicGraph, type Node } from './random-graphs.ts';

const node = (id: string, ...dependsOn: string[]): Node => ({
  id: taskId(id),
  dependsOn: dependsOn.map(taskId),
});

describe('findGraphProblems', () => {
  it('finds nothing wrong with no tasks, single tasks and a diamond', () => {
    expect(findGraphProblems([], [])).toEqual([]);
    expect(findGraphProblems([], [node('a')])).toEqual([]);
    const diamond = [node('d', 'b', 'c'), node('b', 'a'), node('c', 'a'), node('a')];
    expect(findGraphProblems([], diamond)).toEqual([]);
  });

  it('lets new tasks depend on those the run has', () => {
    expect(findGraphProblems([node('a')], [node('b', 'a')])).toEqual([]);
  });

  it('names every repetition of an id', () => {
    expect(findGraphProblems([], [node('a'), node('a'), node('b'), node('a')])).toEqual([
      { kind: 'duplicate', id: 'a' },
      { kind: 'duplicate', id: 'a' },
    ]);
  });

  it('names every dependency that does not exist', () => {
    expect(findGraphProblems([node('a')], [node('b', 'a', 'x', 'y')])).toEqual([
      { kind: 'unknown-dependency', id: 'b', dependency: 'x' },
      { kind: 'unknown-dependency', id: 'b', dependency: 'y' },
    ]);
  });

  it('finds a task that waits for itself', () => {
    expect(findGraphProblems([], [node('a', 'a')])).toEqual([{ kind: 'cycle', members: ['a'] }]);
  });

  it('shows the cycle alone, without what leads to it or hangs on it', () => {
    const added = [node('z', 'b'), node('a', 'c', 'free'), node('b', 'a'), node('c', 'b')];
    const problems = findGraphProblems([node('free')], added);
    expect(problems).toEqual([{ kind: 'cycle', members: ['b', 'a', 'c'] }]);
  });

  it('reports all kinds together', () => {
    const problems = findGraphProblems([], [node('a', 'b'), node('b', 'a', 'x'), node('a', 'b')]);
    expect(problems.map(({ kind }) => kind)).toEqual(['duplicate', 'unknown-dependency', 'cycle']);
  });

  it('finds no cycle in any graph that has none', () => {
    fc.assert(
      fc.property(acyclicGraph, (nodes) => {
        expect(findGraphProblems([], nodes)).toEqual([]);
      }),
    );
  });

  it('reports a real cycle for any edge that closes one', () => {
    fc.assert(
      fc.property(acyclicGraph, fc.nat(), (nodes, pick) => {
        const closed = withBackEdge(nodes, pick);
        fc.pre(closed !== undefined);
        const [problem, ...others] = findGraphProblems([], closed);
        expect(others).toEqual([]);
        expect(problem?.kind === 'cycle' && isCycle(problem.members, closed)).toBe(true);
      }),
    );
  });

  it('finds the cycle when one half of it is there already', () => {
    const problems = findGraphProblems([node('a', 'b')], [node('b', 'a')]);
    expect(problems).toEqual([{ kind: 'cycle', members: ['a', 'b'] }]);
  });
});

describe('describeGraphProblem', () => {
  it('says what is wrong and where', () => {
    const added = [node('a', 'b'), node('b', 'a', 'x'), node('b', 'a')];
    expect(findGraphProblems([], added).map((problem) => describeGraphProblem(problem))).toEqual([
      'task b is planned twice',
      'task b depends on x, which the run does not have',
      'tasks wait for each other: a -> b -> a',
    ]);
  });
});

/** Makes some node that others depend on depend on one of those. */
function withBackEdge(nodes: readonly Node[], pick: number): readonly Node[] | undefined {
  const edges = nodes.flatMap(({ id, dependsOn }) => dependsOn.map((to) => ({ from: id, to })));
  const edge = edges[pick % edges.length];
  if (edge === undefined) return undefined;
  return nodes.map((one) =>
    one.id === edge.to ? { ...one, dependsOn: [...one.dependsOn, edge.from] } : one,
  );
}

function isCycle(members: readonly Node['id'][], nodes: readonly Node[]): boolean {
  const dependsOn = new Map(nodes.map((one) => [one.id, one.dependsOn]));
  return (
    members.length > 0 &&
    new Set(members).size === members.length &&
    members.every((id, index) => {
      const next = members[(index + 1) % members.length];
      return next !== undefined && dependsOn.get(id)?.includes(next);
    })
  );
}
