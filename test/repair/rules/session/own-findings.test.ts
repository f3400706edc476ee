import { describe, expect, it } from 'vitest';
import type { TaskType } from '#model/task.ts';
import { isFixable, isFindingOfTask } from '#repair/rules/session/own-findings.ts';
import { found } from '../tasks/found.ts';
import { aKnown } from './snapshots.ts';

const targets = { files: ['src/a.py'], testIds: ['src/a.py::test_one'], modules: [] };

const own = {
  plain: aKnown(found('src/a.py', { meta: { fixable: false } })),
  fixable: aKnown(found('src/a.py', { meta: { fixable: true } })),
  test: aKnown(found('src/a.py', { testId: 'src/a.py::test_one', meta: { fixable: false } })),
  otherTest: aKnown(found('src/a.py', { testId: 'src/a.py::test_two', meta: { fixable: false } })),
};

type Name = keyof typeof own;
const all: readonly Name[] = ['plain', 'fixable', 'test', 'otherTest'];

/** Which findings of its file are the task's. */
const expected: Readonly<Record<TaskType, readonly Name[]>> = {
  fix: all,
  add_test: all,
  remove_skip: all,
  refactor: all,
  quarantine: ['test'],
  suppress: all,
  autofix: ['fixable'],
  autofix_unsafe: [],
  resolve_conflict: all,
  address_review: all,
};

describe('of the findings in its files, the own ones of a task of type', () => {
  it.each(Object.entries(expected))('%s', (name, names) => {
    const taskType = types.find((type) => type === name) ?? 'fix';
    const task = { tool: 'ruff', taskType, targets };
    expect(all.filter((one) => isFindingOfTask(task, own[one]))).toEqual(names);
  });
});

const types: readonly TaskType[] = [
  'fix',
  'add_test',
  'remove_skip',
  'refactor',
  'quarantine',
  'autofix_unsafe',
  'suppress',
  'autofix',
  'resolve_conflict',
  'address_review',
];

describe('a finding is not the own one of a task', () => {
  const task = { tool: 'ruff', taskType: 'fix', targets } as const;

  it('of another tool, in another file, in none, or where it may stay', () => {
    expect(isFindingOfTask(task, aKnown(found('src/a.py', { tool: 'mypy' })))).toBe(false);
    expect(isFindingOfTask(task, aKnown(found('src/b.py')))).toBe(false);
    expect(isFindingOfTask(task, aKnown(found(undefined)))).toBe(false);
    expect(isFindingOfTask(task, aKnown(found('src/a.py'), { toRepair: false }))).toBe(false);
  });

  it('without files, unless it has none either', () => {
    const nowhere = { ...task, targets: { ...targets, files: [] } };
    expect(isFindingOfTask(nowhere, aKnown(found(undefined)))).toBe(true);
    expect(isFindingOfTask(nowhere, aKnown(found('src/a.py')))).toBe(false);
  });
});

it('what tools do not say is taken for what they can repair', () => {
  expect(isFixable({ meta: { fixable: false } })).toBe(false);
  expect(isFixable({ meta: { fixable: true } })).toBe(true);
  expect(isFixable({})).toBe(true);
});
