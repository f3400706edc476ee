import { describe, expect, it } from 'vitest';
import { type TaskStatus, taskStatus } from '#model/task.ts';
import { claimOrder, type Readiness, judgeReadiness } from '#repair/rules/tasks/readiness.ts';
import { aTask, taskId } from '../../../support/samples.ts';

const alone: Record<TaskStatus, Readiness> = {
  queued: { kind: 'waiting' },
  running: { kind: 'waiting' },
  succeeded: { kind: 'ready' },
  blocked: { kind: 'hopeless', reason: 'it depends on a, which is blocked' },
  abandoned: { kind: 'hopeless', reason: 'it depends on a, which is abandoned' },
};

describe('readiness', () => {
  it('is given without dependencies', () => {
    expect(judgeReadiness({ dependsOn: [] }, () => undefined)).toEqual({ kind: 'ready' });
  });

  it.each(taskStatus.options)('of a task whose only dependency is %s', (status) => {
    expect(judgeReadiness({ dependsOn: [taskId('a')] }, () => status)).toEqual(alone[status]);
  });

  it('needs all dependencies', () => {
    const dependsOn = ['a', 'b', 'c'].map(taskId);
    const statuses = new Map<string, TaskStatus>([
      ['a', 'succeeded'],
      ['b', 'running'],
      ['c', 'succeeded'],
    ]);
    expect(judgeReadiness({ dependsOn }, (id) => statuses.get(id)).kind).toBe('waiting');
    statuses.set('b', 'succeeded');
    expect(judgeReadiness({ dependsOn }, (id) => statuses.get(id)).kind).toBe('ready');
  });

  it('is hopeless with one lost dependency, whatever the others do', () => {
    const dependsOn = ['a', 'b', 'c'].map(taskId);
    const statuses = new Map<string, TaskStatus>([
      ['a', 'queued'],
      ['b', 'succeeded'],
      ['c', 'abandoned'],
    ]);
    expect(judgeReadiness({ dependsOn }, (id) => statuses.get(id))).toEqual({
      kind: 'hopeless',
      reason: 'it depends on c, which is abandoned',
    });
  });

  it('waits for a dependency nobody knows', () => {
    expect(judgeReadiness({ dependsOn: [taskId('a')] }, () => undefined).kind).toBe('waiting');
  });
});

describe('claimOrder', () => {
  it('sorts by urgency as a number, then by id', () => {
    const tasks = [
      aTask({ id: 'b', priority: 10 }),
      aTask({ id: 'a', priority: 9_999 }),
      aTask({ id: 'c', priority: 9 }),
      aTask({ id: 'a', priority: 10 }),
      aTask({ id: 'z', priority: 0 }),
      aTask({ id: 'y', priority: 1_000 }),
    ];
    const sorted = tasks.map((task) => claimOrder(task)).toSorted();
    expect(sorted).toEqual(['0000#z', '0009#c', '0010#a', '0010#b', '1000#y', '9999#a']);
  });
});
