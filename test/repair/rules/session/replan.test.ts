import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NewTask, Task } from '#model/task.ts';
import { freshTasks } from '#repair/rules/session/replan.ts';
import { isFinal } from '#repair/rules/tasks/lifecycle.ts';
import { chainBySharedFile } from '#repair/rules/tasks/plan-tasks.ts';
import { aNewTask, aTask } from '../../../support/samples.ts';

const task = (id: string, files: readonly string[], more: Partial<NewTask> = {}): NewTask => ({
  ...aNewTask({ id }),
  targets: { files: [...files], testIds: [], modules: [] },
  ...more,
});

const done = (one: NewTask, more: Partial<Task> = {}): Task => ({
  ...aTask(),
  ...one,
  status: 'abandoned',
  attemptNo: 1,
  ...more,
});

const idsOf = (tasks: readonly NewTask[]) => tasks.map(({ id }) => id);

describe('of what is planned again, a task is fresh', () => {
  const one = task('t-1', ['a.py']);

  it('that the run does not have', () => {
    expect(freshTasks([one], [], 1)).toEqual([one]);
    expect(freshTasks([one], [done(task('t-2', ['b.py']))], 2)).toEqual([one]);
  });

  it.each<[string, Partial<Task>]>([
    ['failed', { attemptNo: 3, failures: 3 }],
    ['lost its workers', { attemptNo: 2, leaseLosses: 2 }],
    ['waits for a person', { status: 'blocked' }],
    ['succeeded', { status: 'succeeded' }],
    ['is waiting', { status: 'queued', attemptNo: 0 }],
    ['is in work', { status: 'running' }],
  ])('but not where it %s', (_, more) => {
    expect(freshTasks([one], [done(one, more)], 2)).toEqual([]);
  });

  it('under another name where it was given up only for another, and not twice', () => {
    const given = done(one, { attemptNo: 0 });
    expect(idsOf(freshTasks([one], [given], 2))).toEqual(['t-1-2']);
    const again = { ...given, ...task('t-1-2', ['a.py']) };
    expect(idsOf(freshTasks([one], [given, again], 3))).toEqual(['t-1-3']);
    expect(freshTasks([one], [given, { ...again, attemptNo: 1 }], 3)).toEqual([]);
    expect(freshTasks([one], [given, again], 2)).toEqual([]);
  });

  it('with those that it waits for, by their names of now', () => {
    const two = task('t-2', ['a.py'], { dependsOn: [one.id] });
    const given = [done(one, { attemptNo: 0 })];
    const fresh = freshTasks([one, two], given, 2);
    expect(fresh.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
      ['t-1-2', []],
      ['t-2', ['t-1-2']],
    ]);
    // Nobody waits for what is tried no more.
    expect(freshTasks([one, two], [done(one)], 2)).toEqual([{ ...two, dependsOn: [] }]);
  });
});

describe('what is planned while others are open', () => {
  const open = done(task('t-1', ['a.py', 'b.py']), { status: 'running' });

  it('waits for those that share a file with it', () => {
    const shares = task('t-2', ['b.py', 'c.py'], { tool: 'ruff' });
    const apart = task('t-3', ['c.py'], { tool: 'ruff' });
    expect(freshTasks([shares, apart], [open], 2)).toEqual([
      { ...shares, dependsOn: ['t-1'] },
      apart,
    ]);
  });

  it('is not planned where they are about the same', () => {
    expect(freshTasks([task('t-2', ['b.py'])], [open], 2)).toEqual([]);
    const nowhere = done(task('t-4', []), { status: 'queued' });
    expect(freshTasks([task('t-5', [])], [nowhere], 2)).toEqual([]);
    expect(freshTasks([task('t-5', [])], [open], 2)).toHaveLength(1);
  });
});

const endings = fc.constantFrom('succeeded', 'abandoned', 'blocked', 'queued');
const somePlanned = fc
  .uniqueArray(
    fc.tuple(
      fc.integer({ min: 1, max: 8 }),
      fc.subarray(['a', 'b', 'c', 'd']),
      fc.constantFrom('ruff', 'mypy'),
    ),
    { selector: ([number]) => number, maxLength: 8 },
  )
  .map((rows) =>
    chainBySharedFile(rows.map(([number, files, tool]) => task(`t-${number}`, files, { tool }))),
  );

/** One round: who can be worked on ends in some way, and who waits in vain is given up without a try. */
function work(tasks: readonly Task[], nextEnding: () => Task['status']): readonly Task[] {
  const after: Task[] = [];
  for (const one of tasks) {
    const before = one.dependsOn.map((id) => after.find((other) => other.id === id)?.status);
    if (isFinal(one.status)) after.push(one);
    else if (before.some((status) => status === 'abandoned' || status === 'blocked')) {
      after.push({ ...one, status: 'abandoned' });
    } else if (before.some((status) => status !== 'succeeded')) after.push(one);
    else {
      const status = nextEnding();
      after.push({ ...one, status, attemptNo: status === 'queued' ? one.attemptNo : 1 });
    }
  }
  return after;
}

it('whatever fails or is given up: there is an end, no task comes twice, and no two open ones share a file unordered', () => {
  fc.assert(
    fc.property(somePlanned, fc.infiniteStream(endings), (planned, stream) => {
      let tasks: readonly Task[] = [];
      let left = 40;
      const nextEnding = (): Task['status'] => {
        left -= 1;
        // In the end nothing stays open for ever.
        const { value = 'abandoned' } = stream.next();
        return left < 0 && value === 'queued' ? 'abandoned' : value;
      };
      for (let round = 1; ; round += 1) {
        expect(round).toBeLessThan(100);
        const fresh = freshTasks(planned, tasks, round);
        if (fresh.length === 0 && tasks.every(({ status }) => isFinal(status))) break;
        expect(waitsForAll(fresh, tasks)).toBe(true);
        tasks = [...tasks, ...fresh.map((one) => done(one, { status: 'queued', attemptNo: 0 }))];
        expect(new Set(idsOf(tasks)).size).toBe(tasks.length);
        tasks = work(tasks, nextEnding);
      }
      expect(tasks.length).toBeLessThanOrEqual(planned.length ** 2);
      // What nobody has tried is left to nobody.
      for (const { id } of planned) {
        const same = tasks.filter((one) => one.id === id || one.id.startsWith(`${id}-`));
        expect(same.some(({ attemptNo }) => attemptNo > 0)).toBe(true);
      }
    }),
  );
});

function waitsForAll(fresh: readonly NewTask[], existing: readonly Task[]): boolean {
  const open = existing.filter(({ status }) => !isFinal(status));
  return fresh.every((one) =>
    open
      .filter(({ targets }) => targets.files.some((file) => one.targets.files.includes(file)))
      .every(({ id }) => one.dependsOn.includes(id)),
  );
}
