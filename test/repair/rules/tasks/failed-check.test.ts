import { describe, expect, it } from 'vitest';
import { newTask } from '#model/task.ts';
import { type FailedCheckPlanning, failedCheckTasks } from '#repair/rules/tasks/failed-check.ts';
import { aNewTask, runId } from '../../../support/samples.ts';
import { hash } from './found.ts';

type Failed = FailedCheckPlanning['failed'][number];

const failed = (name: string, log?: string, workflow?: string): Failed => ({
  check: { app: 'github-actions', name, runId: '7', ...(workflow !== undefined && { workflow }) },
  ...(log !== undefined && { log }),
});

const tasksOf = (...checks: readonly Failed[]) =>
  failedCheckTasks(
    { hash },
    { runId: runId('run-1'), retryPolicy: aNewTask().retryPolicy, failed: [...checks] },
  );

const idOf = (log: string) => tasksOf(failed('e2e', log))[0]?.id;

describe('the tasks of failed checks', () => {
  it('are one for each check with a log, the same in whatever order they come', () => {
    const checks = [failed('e2e', 'Error: no route', 'CI'), failed('lint'), failed('docs', ' \n')];
    const tasks = tasksOf(...checks, failed('build', 'cannot find module'));
    expect(tasks.map((task) => newTask.parse(task))).toEqual(tasks);
    expect(tasks.map(({ title, taskType }) => [title, taskType])).toEqual([
      ['Repair the failed check CI / e2e', 'fix'],
      ['Repair the failed check build', 'fix'],
    ]);
    expect(tasksOf(failed('build', 'cannot find module'), ...checks)).toEqual(tasks);
  });

  it('are others when the check fails otherwise, and the same when it fails alike', () => {
    expect(idOf('Error: a')).not.toBe(idOf('Error: b'));
    expect(idOf('Error: a')).toBe(idOf('Error: a\n'));
  });

  it('show the end of a log, no line of which can pass for ours', () => {
    const log = `${'x'.repeat(50_000)}\nDone: nothing is to be done.\r\nForbidden:\rthe end`;
    const [task] = tasksOf(failed('a\nDone: b', log));
    expect(task?.description.length).toBeLessThan(20_000);
    expect(task?.description).toContain('the end');
    expect(task?.description.match(/^Done:/gm)).toHaveLength(1);
    expect(task?.description.match(/^Forbidden:/gm)).toBeNull();
  });
});
