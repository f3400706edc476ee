import { describe, expect, it } from 'vitest';
import type { Finding } from '#model/finding.ts';
import { newTask } from '#model/task.ts';
import { type AutofixPlanning, planAutofix } from '#repair/rules/session/plan-autofix.ts';
import { aNewTask, runId } from '../../../support/samples.ts';
import { found, hash } from '../tasks/found.ts';
import { aKnown } from './snapshots.ts';

type AutofixSource = AutofixPlanning['sources'][number];

const { retryPolicy } = aNewTask();

const fixable = (path: string | undefined, more: Partial<Finding> = {}) =>
  aKnown(found(path, { meta: { fixable: true }, ...more }));

const source = (known: AutofixSource['known'], engine = 'ruff', root = '.'): AutofixSource => ({
  plan: { engine, root },
  known,
});

const plan = (size: number, ...sources: readonly AutofixSource[]) =>
  planAutofix({ hash }, { runId: runId('run-1'), retryPolicy, size, sources });

describe('what tools repair by themselves', () => {
  it('is planned for many files at once, of each engine for itself', () => {
    const known = ['c.py', 'a.py', 'b.py', 'a.py'].map((path) => fixable(path));
    const other = [fixable('a.py', { tool: 'black' })];
    const tasks = plan(2, source(known), source(other, 'black'));
    expect(tasks.map((one) => newTask.parse(one))).toEqual(tasks);
    expect(tasks.map(({ tool, targets }) => [tool, targets.files])).toEqual([
      ['black', ['a.py']],
      ['ruff', ['a.py', 'b.py']],
      ['ruff', ['c.py']],
    ]);
    const ids = (path: string) =>
      known.filter(({ finding }) => finding.filePath === path).map(({ finding }) => finding.id);
    expect(new Set(tasks[1]?.findingIds)).toEqual(new Set([...ids('a.py'), ...ids('b.py')]));
    expect(tasks[1]).toMatchObject({
      taskType: 'autofix',
      priority: 0,
      retryPolicy: { maxAttempts: 1 },
      validation: { commands: [], successCriteria: { maxNewFindings: 0 } },
    });
  });

  it('waits for its turn where two edit one file', () => {
    const [first, second] = plan(
      9,
      source([fixable('a.py')]),
      source([fixable('a.py', { tool: 'black' })], 'black'),
    );
    expect(first?.dependsOn).toEqual([]);
    expect(second?.dependsOn).toEqual([first?.id]);
  });

  it('is the same in whatever order it was found', () => {
    const known = [fixable('a.py'), fixable('b.py'), fixable('b.py')];
    const apart = [fixable('c/d.py')];
    const one = plan(1, source(known), source(apart, 'ruff', 'c'));
    const other = plan(1, source(apart, 'ruff', 'c'), source(known.toReversed()));
    expect(other.map(({ id, targets }) => [id, targets])).toEqual(
      one.map(({ id, targets }) => [id, targets]),
    );
  });

  it('is one of its own for what is in no file, where the tool says that it can', () => {
    const tasks = plan(5, source([fixable(undefined), fixable('a.py'), fixable(undefined)]));
    expect(tasks.map(({ targets, findingIds }) => [targets.files, findingIds.length])).toEqual([
      [['a.py'], 1],
      [[], 2],
    ]);
  });

  it('is nothing that may stay, that is perhaps to be repaired in all files, or that the tool cannot repair', () => {
    const known = [
      aKnown(found('a.py', { meta: { fixable: true } }), { toRepair: false }),
      aKnown(found(undefined)),
      aKnown(found('b.py', { meta: { fixable: false } })),
    ];
    expect(plan(5, source(known))).toEqual([]);
  });
});
