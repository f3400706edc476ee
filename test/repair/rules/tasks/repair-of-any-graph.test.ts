import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskId } from '#model/ids.ts';
import { type Task, task } from '#model/task.ts';
import { planRepairs, type TaskRepair, type SweepView } from '#repair/rules/tasks/repair.ts';
import { t0 } from '../../../support/samples.ts';
import { randomTasks } from './random-graphs.ts';

/** What a store may hold when a sweep begins: any tasks, of which some are offered. */
const anyView: fc.Arbitrary<SweepView> = randomTasks.chain((tasks) =>
  fc.shuffledSubarray(claimable(tasks)).map((offered) => ({
    tasks,
    offered: new Set(offered),
    now: t0,
    graceMs: 5_000,
  })),
);

describe('planRepairs of any graph in any state', () => {
  it('leaves nothing to repair', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        expect(planRepairs(applied(view))).toEqual([]);
      }),
    );
  });

  it('leaves nothing queued behind a task that is lost', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const { tasks } = applied(view);
        const lost = new Set(tasks.filter(isLost).map(({ id }) => id));
        const queued = tasks.filter(({ status }) => status === 'queued');
        expect(queued.filter((one) => one.dependsOn.some((id) => lost.has(id)))).toEqual([]);
      }),
    );
  });

  it('offers exactly the queued tasks whose dependencies have all succeeded', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const after = applied(view);
        expect([...after.offered].toSorted()).toEqual(claimable(after.tasks).toSorted());
      }),
    );
  });

  it('changes each task at most once, to a valid next revision, and touches no final one', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const repairs = planRepairs(view);
        expect(new Set(repairs.map(({ next }) => next.id)).size).toBe(repairs.length);
        expect(repairs.filter((repair) => !isProper(repair, view))).toEqual([]);
      }),
    );
  });
});

function applied(view: SweepView): SweepView {
  const repairs = new Map(planRepairs(view).map((repair) => [repair.next.id, repair]));
  const tasks = view.tasks.map((one) => repairs.get(one.id)?.next ?? one);
  const offers = [...repairs.values()].filter(({ offer }) => offer).map(({ next }) => next.id);
  const queued = new Set(tasks.filter(({ status }) => status === 'queued').map(({ id }) => id));
  const offered = [...view.offered, ...offers].filter((id) => queued.has(id));
  return { ...view, tasks, offered: new Set(offered) };
}

/** The rule in other words than the code uses. */
function claimable(tasks: readonly Task[]): TaskId[] {
  const done = new Set(tasks.filter((one) => one.status === 'succeeded').map(({ id }) => id));
  return tasks
    .filter((one) => one.status === 'queued' && one.dependsOn.every((id) => done.has(id)))
    .map(({ id }) => id);
}

function isLost({ status }: Task): boolean {
  return status === 'blocked' || status === 'abandoned';
}

function isProper({ seenRev, next }: TaskRepair, { tasks }: SweepView): boolean {
  const seen = tasks.find(({ id }) => id === next.id);
  return (
    (seen?.status === 'queued' || seen?.status === 'running') &&
    seen.rev === seenRev &&
    next.rev === seenRev + 1 &&
    task.safeParse(next).success
  );
}
