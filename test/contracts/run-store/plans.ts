import { expect } from 'vitest';
import { findGraphProblems } from '#repair/rules/tasks/graph.ts';
import { newQueuedTask } from '#repair/rules/tasks/lifecycle.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import { awkwardTexts } from '../../support/noise.ts';
import { aNewTask, t0 } from '../../support/samples.ts';
import type { Promises } from '../contract.ts';
import { claim, claimSoon, dump, plan, startRun, taskAfter, tasksOf, theRun } from './steps.ts';

const batch = (name: string) => ({ runId: theRun, batch: name, now: t0 });

export const plans: Promises<RunStore> = {
  async 'lists planned tasks as queued and untried'({ store, reopen }) {
    const tasks = [taskAfter('b', 'a'), taskAfter('a')];
    await startRun(store, tasks);
    expect(await tasksOf(await reopen())).toEqual({
      a: newQueuedTask(taskAfter('a'), t0),
      b: newQueuedTask(taskAfter('b', 'a'), t0),
    });
  },

  async 'keeps awkward and long texts of tasks as they are'({ store }) {
    const texts = [...awkwardTexts];
    const awkward = aNewTask({
      title: 'e\u0301'.repeat(150),
      description: `${texts.join('|')}${'\u00fc'.repeat(49_000)}`,
      fingerprint: texts.join('|'),
      tool: 'e\u0301',
      targets: { files: texts, testIds: texts, modules: texts },
      validation: {
        commands: [
          {
            runner: 'generic',
            args: texts,
            env: { PATH: '', KEY: 'e\u0301' },
            cwd: '',
            timeoutMs: 1,
          },
        ],
        successCriteria: { requireExitCode0: false, maxNewFindings: 0, minCoverageDelta: -0.5 },
      },
    });
    await startRun(store, [awkward]);
    expect(await tasksOf(store)).toEqual({ 'task-1': newQueuedTask(awkward, t0) });
  },

  async 'takes an empty plan'({ store }) {
    await startRun(store, []);
    expect(await store.listTasks(theRun)).toEqual([]);
  },

  async 'takes 300 tasks in one plan'({ store }) {
    const chain = Array.from({ length: 300 }, (_, index) =>
      index === 0 ? taskAfter('t0') : taskAfter(`t${index}`, `t${index - 1}`),
    );
    await startRun(store, chain);
    const tasks = Object.values(await tasksOf(store));
    expect(tasks).toHaveLength(300);
    expect(tasks.toSorted((a, b) => Number(a.id.slice(1)) - Number(b.id.slice(1)))).toEqual(
      chain.map((task) => newQueuedTask(task, t0)),
    );
    expect((await claimSoon(store)).id).toBe('t0');
  },

  async 'changes nothing when a plan is repeated, however far its tasks are'({ store, reopen }) {
    const tasks = [taskAfter('a'), taskAfter('b', 'a')];
    await startRun(store, tasks);
    await plan(store, tasks, { batch: 'plan-1' });
    await claimSoon(store);
    const before = await dump(store);
    await plan(await reopen(), tasks, { batch: 'plan-1' });
    expect(await dump(store)).toEqual(before);
  },

  async 'skips what an earlier plan has and adds the rest'({ store }) {
    await startRun(store, [taskAfter('a')]);
    await claimSoon(store);
    const { a } = await tasksOf(store);
    await plan(store, [taskAfter('a'), taskAfter('b')], { batch: 'plan-2' });
    expect(await tasksOf(store)).toEqual({ a, b: newQueuedTask(taskAfter('b'), t0) });
  },

  async 'calls an id with another fingerprint a duplicate and adds nothing'({ store }) {
    await startRun(store, [taskAfter('a')]);
    const before = await dump(store);
    const tasks = [taskAfter('b'), aNewTask({ id: 'a', fingerprint: 'another' })];
    expect(await store.addTasks({ ...batch('plan-2'), tasks })).toEqual({
      kind: 'refused',
      problems: [{ kind: 'duplicate', id: 'a' }],
    });
    expect(await dump(store)).toEqual(before);
  },

  async 'refuses a plan wholly, with all its problems, and then takes a better one'({ store }) {
    const existing = [taskAfter('a')];
    await startRun(store, existing);
    const before = await dump(store);
    const tasks = [
      taskAfter('b', 'a', 'nowhere'),
      taskAfter('c', 'd'),
      taskAfter('d', 'c'),
      taskAfter('e'),
      taskAfter('e'),
    ];
    const problems = findGraphProblems(existing, tasks);
    expect(problems.map(({ kind }) => kind)).toEqual(['duplicate', 'unknown-dependency', 'cycle']);
    const outcome = await store.addTasks({ ...batch('plan-2'), tasks });
    expect(outcome).toEqual({ kind: 'refused', problems });
    expect(await dump(store)).toEqual(before);
    await plan(store, [taskAfter('b', 'a')], { batch: 'plan-2' });
    expect(Object.keys(await tasksOf(store)).toSorted()).toEqual(['a', 'b']);
  },

  async 'does not let a refused plan keep the run open'({ store }) {
    await startRun(store, []);
    const tasks = [taskAfter('b', 'nowhere')];
    expect((await store.addTasks({ ...batch('plan-2'), tasks })).kind).toBe('refused');
    expect(await store.claimNextTask(claim())).toEqual({ kind: 'complete' });
  },

  async 'adds nothing to a run that is over'({ store }) {
    await startRun(store, [taskAfter('a')]);
    await store.updateRunStatus({ runId: theRun, status: 'aborted', now: t0 + 1 });
    const before = await dump(store);
    const outcome = await store.addTasks({ ...batch('plan-2'), tasks: [taskAfter('b')] });
    expect(outcome).toEqual({ kind: 'run-over' });
    expect(await dump(store)).toEqual(before);
  },

  async 'takes the same plan from two writers as one'({ store, reopen }) {
    await startRun(store, []);
    const tasks = Array.from({ length: 30 }, (_, index) => taskAfter(`t${index}`));
    const writers = [store, await reopen(), await reopen()];
    await Promise.all(writers.map((writer) => plan(writer, tasks, { batch: 'plan-2' })));
    expect(Object.values(await tasksOf(store)).map(({ rev }) => rev)).toEqual(tasks.map(() => 1));
    expect(await store.listTasks(theRun)).toHaveLength(30);
  },

  async 'takes different plans from two writers together'({ store, reopen }) {
    await startRun(store, [taskAfter('root')]);
    const other = await reopen();
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name, index) =>
        plan(index % 2 === 0 ? store : other, [taskAfter(name, 'root')], { batch: `plan ${name}` }),
      ),
    );
    expect(Object.keys(await tasksOf(store)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'root']);
  },
};
