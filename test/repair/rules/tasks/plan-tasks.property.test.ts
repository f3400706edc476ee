import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NewTask, newTask } from '#model/task.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import { findGraphProblems } from '#repair/rules/tasks/graph.ts';
import { planTasks, type TaskSource } from '#repair/rules/tasks/plan-tasks.ts';
import { aPlanning, aSource, hash, someFindings } from './found.ts';

/** Three engines with their findings, one of which takes files together. */
const anySources: fc.Arbitrary<readonly TaskSource[]> = fc
  .tuple(someFindings('ruff'), someFindings('mypy'), someFindings('pytest'))
  .map(([ruff, mypy, pytest]) => {
    const tests = aSource(pytest);
    const engine = { ...tests.engine, id: 'pytest', tasks: byTestFile };
    const other = aSource(mypy);
    return [
      aSource(ruff),
      { ...other, engine: { ...other.engine, id: 'mypy' } },
      { ...tests, engine },
    ];
  });

const plan = (sources: readonly TaskSource[]) => planTasks({ hash }, aPlanning(...sources));

describe('the tasks of any findings', () => {
  it('are the same in whatever order findings and engines come', () => {
    fc.assert(
      fc.property(anySources, fc.nat(), (sources, seed) => {
        const mixed = mix(sources, seed).map((source) => ({
          ...source,
          findings: mix(source.findings, seed),
        }));
        expect(plan(mixed)).toEqual(plan(sources));
      }),
    );
  });

  it('hold every finding exactly once', () => {
    fc.assert(
      fc.property(anySources, (sources) => {
        const expected = sources.flatMap(({ engine, findings }) =>
          findings.map(({ id }) => `${engine.id} ${id}`),
        );
        const held = plan(sources).flatMap(({ tool, findingIds }) =>
          findingIds.map((id) => `${tool} ${id}`),
        );
        expect(held.toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it('share no file inside one engine, and across engines only one after the other', () => {
    fc.assert(
      fc.property(anySources, (sources) => {
        const tasks = plan(sources);
        const pairs = tasks.flatMap((a, index) =>
          tasks.slice(index + 1).map((b) => [a, b] as const),
        );
        const sharing = pairs.filter(([a, b]) =>
          a.targets.files.some((file) => b.targets.files.includes(file)),
        );
        expect(sharing.filter(([a, b]) => a.tool === b.tool)).toEqual([]);
        const before = ancestors(tasks);
        expect(sharing.filter(([a, b]) => before.get(b.id)?.has(a.id) !== true)).toEqual([]);
      }),
    );
  });

  it('fit the model, have ids of their own and never wait in a circle', () => {
    fc.assert(
      fc.property(anySources, (sources) => {
        const tasks = plan(sources);
        expect(tasks.filter((task) => !newTask.safeParse(task).success)).toEqual([]);
        expect(findGraphProblems([], tasks)).toEqual([]);
        const priorities = tasks.map(({ priority }) => priority);
        expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
      }),
    );
  });
});

/** Another order that the seed decides. */
function mix<Item>(items: readonly Item[], seed: number): readonly Item[] {
  return items
    .map((item, index) => ({ item, key: hash(`${seed} ${index}`) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}

/** All that must have succeeded before a task. */
function ancestors(tasks: readonly NewTask[]): ReadonlyMap<string, ReadonlySet<string>> {
  const before = new Map<string, ReadonlySet<string>>();
  for (const { id, dependsOn } of tasks) {
    const all = dependsOn.flatMap((other) => [other, ...(before.get(other) ?? [])]);
    before.set(id, new Set(all));
  }
  return before;
}
