import { describe, expect, it } from 'vitest';
import { testOfFile } from '#check/rules/findings/test-names.ts';
import { newTask } from '#model/task.ts';
import { unwantedSkips } from '#repair/rules/tasks/by-skipped-file.ts';
import { planTasks } from '#repair/rules/tasks/plan-tasks.ts';
import { aPlan } from '../../../check/rules/scope/plans.ts';
import { aPlanning, aSource, found, hash } from './found.ts';

const tests = [
  { id: 'shop/tests/test_a.py::test_1', skipped: true },
  { id: 'shop/tests/test_a.py::test_2', skipped: true, passes: true },
  { id: 'shop/tests/test_b.py::test_3', skipped: false },
] as const;

describe('the skips that are not wanted', () => {
  it('are those of tests that surely pass, or all', () => {
    expect(unwantedSkips(tests, 'passing')).toEqual([tests[1]]);
    expect(unwantedSkips(tests, 'all')).toEqual([tests[0], tests[1]]);
  });
});

describe('the tasks to bring tests back', () => {
  const { outcome } = aSource([]);
  const lint = found('shop/tests/test_a.py');
  const plan = aPlan({ engine: 'pytest', root: 'shop' });
  const sourceOf = (skips: readonly string[], findings = [lint]) =>
    aSource(findings, { outcome: { ...outcome, plan }, skips: skips.map((id) => ({ id })) });
  const skips = [
    'shop/tests/test_b.py::TestCart::test_3',
    'shop/tests/test_a.py::test_2',
    'shop/tests/test_a.py::test_1',
    'shop/cart.test.ts > cart > adds',
  ];
  const removals = (...sources: readonly ReturnType<typeof sourceOf>[]) =>
    planTasks({ hash }, aPlanning(...sources)).filter(({ taskType }) => taskType === 'remove_skip');

  const idOf = (...names: readonly string[]) => removals(sourceOf(names, []))[0]?.id;

  it('are one for each file, by the names that its engine gives the tests', () => {
    const tasks = removals(sourceOf(skips));
    expect(tasks.map((task) => newTask.parse(task))).toEqual(tasks);
    const targets = tasks.map((task) => [task.title, task.targets.files, task.targets.testIds]);
    expect(targets).toHaveLength(3);
    expect(targets).toEqual(
      expect.arrayContaining([
        [
          'Bring back 1 skipped test in shop/cart.test.ts',
          ['shop/cart.test.ts'],
          ['cart.test.ts > cart > adds'],
        ],
        [
          'Bring back 1 skipped test in shop/tests/test_b.py',
          ['shop/tests/test_b.py'],
          ['tests/test_b.py::TestCart::test_3'],
        ],
        [
          'Bring back 2 skipped tests in shop/tests/test_a.py',
          ['shop/tests/test_a.py'],
          ['tests/test_a.py::test_1', 'tests/test_a.py::test_2'],
        ],
      ]),
    );
    expect(removals(sourceOf(skips.toReversed()))).toEqual(tasks);
  });

  it('go by the file of a test, however its path reads', () => {
    const odd = testOfFile('shop/tests/a :: b > c.py', '::test_1');
    const [task] = planTasks(
      { hash },
      aPlanning(aSource([], { outcome: { ...outcome, plan }, skips: [odd] })),
    );
    expect(task?.targets).toMatchObject({
      files: ['shop/tests/a :: b > c.py'],
      testIds: ['tests/a :: b > c.py::test_1'],
    });
  });

  it('come last, after other tasks for the same file', () => {
    const tasks = planTasks({ hash }, aPlanning(sourceOf(['shop/tests/test_a.py::test_1'])));
    const gap = aSource([found('x.py', { tool: 'coverage', kind: 'coverage_gap' })]);
    expect(tasks.map(({ taskType }) => taskType)).toEqual(['fix', 'remove_skip']);
    expect(tasks[1]?.dependsOn).toEqual([tasks[0]?.id]);
    const all = planTasks({ hash }, aPlanning(sourceOf(['shop/tests/test_a.py::test_1']), gap));
    expect(all.at(-1)?.taskType).toBe('remove_skip');
  });

  it('are made once where two runs tell the same', () => {
    expect(removals(sourceOf(skips), sourceOf(skips))).toHaveLength(3);
  });

  it('are other tasks for other tests', () => {
    expect(idOf('shop/a.py::x')).toBe(idOf('shop/a.py::x'));
    expect(idOf('shop/a.py::x')).not.toBe(idOf('shop/a.py::y'));
    expect(idOf('shop/a.py::x')).not.toBe(idOf('shop/a.py::x', 'shop/a.py::y'));
  });
});
