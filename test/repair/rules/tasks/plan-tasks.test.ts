import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import type { Finding } from '#model/finding.ts';
import { bySourceModule } from '#repair/rules/tasks/by-file.ts';
import { planTasks } from '#repair/rules/tasks/plan-tasks.ts';
import { aNewTask } from '../../../support/samples.ts';
import { aPlan } from '../../../check/rules/scope/plans.ts';
import { aPlanning, aSource, found, hash } from './found.ts';

const type = (file: string) =>
  found(file, { tool: 'mypy', kind: 'type_error', symbol: 'arg-type' });
const gap = (file: string) => found(file, { tool: 'coverage', kind: 'coverage_gap' });

describe('planTasks', () => {
  it('puts the most urgent first', () => {
    const lint = [found('a.py'), found('b.py', { kind: 'syntax_error', severity: 'blocker' })];
    const tasks = planTasks({ hash }, aPlanning(aSource(lint), aSource([type('c.py')])));
    expect(tasks.map(({ tool, targets }) => [tool, targets.files])).toEqual([
      ['ruff', ['b.py']],
      ['mypy', ['c.py']],
      ['ruff', ['a.py']],
    ]);
  });

  it('lets tasks of one file wait for each other in turn, and others for nobody', () => {
    const planning = aPlanning(
      aSource([gap('a.py')]),
      aSource([found('a.py'), found('b.py')]),
      aSource([type('a.py')]),
    );
    const tasks = planTasks({ hash }, planning);
    const named = tasks.map(({ tool, targets }) => `${tool} ${targets.files.join()}`);
    const waits = tasks.map(({ dependsOn }) =>
      dependsOn.map((id) => named[tasks.findIndex((task) => task.id === id)]),
    );
    expect(Object.fromEntries(named.map((name, index) => [name, waits[index]]))).toEqual({
      'mypy a.py': [],
      'ruff a.py': ['mypy a.py'],
      'ruff b.py': [],
      'coverage a.py': ['ruff a.py'],
    });
  });

  it('makes no work of what a broken tool reported', () => {
    const { outcome } = aSource([]);
    const broken = (['tool_failure', 'unknown'] as const).map((category) =>
      aSource([found('a.py')], { outcome: { ...outcome, category } }),
    );
    expect(planTasks({ hash }, aPlanning(...broken))).toEqual([]);
  });

  it('repairs what two roots found once', () => {
    const same = found('shared/a.py');
    const { outcome } = aSource([same]);
    const inner = { ...outcome, plan: aPlan({ root: 'shared' }) };
    const sources = [aSource([same]), aSource([same, found('shared/b.py')], { outcome: inner })];
    const tasks = planTasks({ hash }, aPlanning(...sources));
    expect(tasks.map(({ targets }) => targets.files.join()).toSorted()).toEqual([
      'shared/a.py',
      'shared/b.py',
    ]);
    expect(planTasks({ hash }, aPlanning(...sources.toReversed()))).toEqual(tasks);
  });

  it('names a task by its findings, so that other findings make another task', () => {
    const [one, two] = [found('a.py'), found('a.py')];
    const idOf = (...findings: (typeof one)[]) =>
      planTasks({ hash }, aPlanning(aSource(findings))).map(({ id }) => id);
    expect(idOf(one)).toEqual(idOf({ ...one, id: two.id, line: 99, message: 'moved' }));
    expect(idOf(one)).not.toEqual(idOf(two));
    expect(idOf(one)).not.toEqual(idOf(one, two));
    expect(idOf(one)).not.toEqual(idOf({ ...one, tool: 'mypy' }));
  });

  it('tells the check of each task what else may stay', () => {
    const [one, two] = [found('a.py'), found('b.py')];
    const clean = planTasks({ hash }, aPlanning(aSource([one, two])));
    const criteria = { requireExitCode0: true, maxNewFindings: 0 };
    expect(clean.map(({ validation }) => validation.successCriteria)).toEqual([criteria, criteria]);
    const kept = aSource([one], { tolerated: [found('a.py')] });
    expect(planTasks({ hash }, aPlanning(kept))).toMatchObject([
      { validation: { successCriteria: { requireExitCode0: false } } },
    ]);
  });

  it('plans only what is allowed, and lets nobody wait for what is not', () => {
    const untested = aSource([type('a.py')]);
    const engine = {
      ...untested.engine,
      tasks: (findings: readonly Finding[]) => bySourceModule(findings, (path) => path),
    };
    const sources = [{ ...untested, engine }, aSource([found('a.py')])];
    expect(planTasks({ hash }, aPlanning(...sources))).toMatchObject([
      { taskType: 'add_test', dependsOn: [] },
      { taskType: 'fix', dependsOn: [expect.any(String)] },
    ]);
    const { tasks: defaults } = allowedOf();
    const allowed = { ...defaults, add_test: false };
    const tasks = planTasks({ hash }, { ...aPlanning(...sources), allowed });
    expect(tasks).toMatchObject([{ taskType: 'fix', dependsOn: [] }]);
    const none = { ...allowed, fix: false };
    expect(planTasks({ hash }, { ...aPlanning(...sources), allowed: none })).toEqual([]);
  });

  it('gives tasks of no engine their turn, and keeps what they wait for', () => {
    const files = { files: ['a.py'], testIds: [], modules: [] };
    const own = aNewTask({ id: 'r-1', priority: 4_200, targets: files, dependsOn: ['r-0'] });
    const planning = aPlanning(aSource([type('a.py')]), aSource([found('a.py')]));
    const tasks = planTasks({ hash }, { ...planning, besides: [own] });
    expect(tasks.map(({ id }) => id)).toEqual([tasks[0]?.id, 'r-1', tasks[2]?.id]);
    expect(tasks.map(({ dependsOn }) => dependsOn)).toEqual([[], ['r-0', tasks[0]?.id], ['r-1']]);
  });
});

function allowedOf() {
  const outcome = loadConfig({ env: {}, overrides: [] });
  if (outcome.kind === 'invalid') throw new Error('The defaults are refused');
  return outcome.config;
}
