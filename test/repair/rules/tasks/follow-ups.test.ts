import { describe, expect, it } from 'vitest';
import type { Finding } from '#model/finding.ts';
import { newTask, type Task } from '#model/task.ts';
import { planFollowUps } from '#repair/rules/tasks/follow-ups.ts';
import { collectSetAside } from '#repair/rules/tasks/set-aside.ts';
import { type AllowedTasks, permitsOf } from '#repair/rules/tasks/task-policy.ts';
import { aTask } from '../../../support/samples.ts';
import { failed, found } from './found.ts';

const all: AllowedTasks = {
  fix: true,
  add_test: true,
  remove_skip: true,
  refactor: true,
  quarantine: true,
  suppress: true,
  autofix: true,
  autofix_unsafe: true,
  resolve_conflict: true,
  address_review: true,
};

const spent = { status: 'abandoned', failures: 3, attemptNo: 3 } as const;
const test = failed('tests/test_a.py', 'KeyError', "KeyError: 'x'");
const lint = found('src/a.py');

function followUps(
  task: Task,
  left: readonly Finding[],
  more: { readonly allowed?: AllowedTasks; readonly others?: readonly Task[] } = {},
) {
  return planFollowUps({
    tasks: [task, ...(more.others ?? [])],
    left: () => left,
    runsTests: (tool) => tool === 'pytest',
    allowed: more.allowed ?? all,
  });
}

describe('a test that nobody could repair', () => {
  const task = aTask({ ...spent, tool: 'pytest', dependsOn: ['t-0'] });
  const planned = followUps(task, [test, found('tests/test_a.py', { tool: 'pytest' })]);

  it('is to be marked, by a task that may skip tests and is checked as the one before', () => {
    expect(planned.map((one) => newTask.parse(one))).toEqual(planned);
    expect(planned).toMatchObject([
      {
        id: 'task-1-quarantine',
        taskType: 'quarantine',
        title: 'Set aside failing tests in tests/test_a.py',
        targets: { files: ['tests/test_a.py'], testIds: [test.testId] },
        findingIds: [test.id],
        validation: task.validation,
        dependsOn: [],
      },
    ]);
    expect(permitsOf('quarantine')).toEqual(['skips']);
    expect(planned[0]?.description).toContain('give the reason in the mark');
    expect(planned[0]?.description).toContain("KeyError: 'x'");
    expect(planned[0]?.description).not.toContain('skipping, weakening');
  });

  it.each<[string, Partial<Task>]>([
    ['is tried again', { status: 'queued', failures: 2 }],
    ['was given up for another', { failures: 0 }],
    ['lost its workers', { failures: 1 }],
    ['is repaired', { status: 'succeeded' }],
    ['is about something else', { taskType: 'add_test' }],
  ])('is not where its task %s', (_name, more) => {
    expect(followUps({ ...task, ...more }, [test])).toEqual([]);
  });

  it('is not where it is not allowed, where the task is there, and where nothing is left', () => {
    expect(followUps(task, [test], { allowed: { ...all, quarantine: false } })).toEqual([]);
    const others = [aTask({ id: 'task-1-quarantine', taskType: 'quarantine', ...spent })];
    expect(followUps(task, [test], { others })).toEqual([]);
    expect(followUps(task, [])).toEqual([]);
  });

  it('is not where the file cannot be loaded, for then there is no test to mark', () => {
    expect(followUps(task, [{ ...test, severity: 'blocker' }])).toEqual([]);
  });
});

describe('a finding that nobody could repair', () => {
  const task = aTask({ ...spent, tool: 'ruff' });

  it('is to be silenced where it stands', () => {
    const planned = followUps(task, [lint, found(undefined, { line: undefined })]);
    expect(planned).toMatchObject([
      { id: 'task-1-suppress', taskType: 'suppress', findingIds: [lint.id], dependsOn: [] },
    ]);
    expect(planned[0]?.description).toContain('name only its rule');
    expect(planned[0]?.description).not.toContain('suppressing a finding, by a comment');
    expect(followUps(task, [lint], { allowed: { ...all, suppress: false } })).toEqual([]);
  });
});

it('what was set aside as asked is told, so that nobody counts it as worse', () => {
  const [quarantine] = followUps(aTask({ ...spent, tool: 'pytest' }), [test]);
  const [suppress] = followUps(aTask({ ...spent, id: 'task-2', tool: 'ruff' }), [lint, lint]);
  if (quarantine === undefined || suppress === undefined) throw new Error('Nothing was planned');
  const done = [quarantine, suppress].map((one) => aTask({ ...one, status: 'succeeded' }));
  expect(collectSetAside(done)).toEqual({ skipped: new Set([test.testId]), suppressions: 2 });
  const failedOnes = done.map((one) => ({ ...one, status: 'abandoned' as const }));
  expect(collectSetAside([...failedOnes, aTask({ status: 'succeeded' })])).toEqual({
    skipped: new Set(),
    suppressions: 0,
  });
});
