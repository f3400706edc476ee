import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import { type NarrowInput, narrowRuns } from '#repair/rules/session/narrow-runs.ts';
import { aNewTask } from '../../../support/samples.ts';
import { scheduled } from './snapshots.ts';

const engines = new Map([
  ['ruff', { scope: 'per-file', judges: /\.py$/ } as const],
  ['mypy', { scope: 'whole-program', judges: /\.py$/ } as const],
  ['pytest', { scope: 'tests', judges: /\.py$/ } as const],
]);

interface Narrowing {
  readonly taskType?: NarrowInput['task']['taskType'];
  readonly tool?: string;
  readonly files?: readonly string[];
  readonly testIds?: readonly string[];
  readonly touched?: readonly string[];
  readonly plans?: readonly Partial<EnginePlan>[];
  readonly successCriteria?: NarrowInput['task']['validation']['successCriteria'];
}

/** Which engines run again, in which root, on what. */
function narrowed({
  taskType = 'fix',
  tool = 'ruff',
  files = ['src/a.py'],
  testIds = [],
  touched = [],
  plans = [{ engine: 'ruff', scope: ['src'] }],
  successCriteria = { requireExitCode0: false },
}: Narrowing): readonly (readonly [string, string, readonly string[]])[] {
  const runs = narrowRuns({
    task: {
      taskType,
      tool,
      targets: { files: [...files], testIds: [...testIds], modules: [] },
      validation: { ...aNewTask().validation, successCriteria },
    },
    touched,
    runs: plans.map((plan) => scheduled(plan)),
    engineOf: (id) => engines.get(id),
  });
  return runs.map(({ engine, plan }) => [engine, plan.root, plan.scope]);
}

describe('what runs again for an attempt', () => {
  it('is its own engine, on the files of the task and those that it touched', () => {
    const plans = [{ engine: 'ruff', scope: ['src'] }, { engine: 'mypy' }];
    const touched = ['src/b.py', 'src/a.py', 'src/readme.md', 'docs/c.py'];
    expect(narrowed({ plans, touched })).toEqual([['ruff', '.', ['src/a.py', 'src/b.py']]]);
  });

  it('is the file from which an inherited test is collected, beside that of its class', () => {
    const plans = [{ engine: 'pytest', scope: ['.'] }];
    const testIds = ['tests/test_a.py::TestA::test_inherited'];
    expect(narrowed({ tool: 'pytest', files: ['tests/__init__.py'], testIds, plans })).toEqual([
      ['pytest', '.', ['tests/__init__.py', 'tests/test_a.py']],
    ]);
  });

  it('is all of the scope for an engine that needs the whole program', () => {
    const plans = [{ engine: 'mypy', scope: ['src', 'lib'] }];
    expect(narrowed({ tool: 'mypy', plans })).toEqual([['mypy', '.', ['src', 'lib']]]);
  });

  it('is all of the scope where the task has no file, and where coverage is asked for', () => {
    expect(narrowed({ files: [], touched: ['src/a.py'] })).toEqual([['ruff', '.', ['src']]]);
    const successCriteria = { requireExitCode0: false, minCoverageDelta: 1 };
    expect(narrowed({ successCriteria })).toEqual([['ruff', '.', ['src']]]);
  });

  it('is every test file that was touched, and no other file', () => {
    const plans = [{ engine: 'pytest', scope: ['.'] }];
    const touched = ['src/a.py', 'tests/test_b.py'];
    const files = ['tests/test_a.py'];
    expect(narrowed({ tool: 'pytest', plans, files, touched })).toEqual([
      ['pytest', '.', ['tests/test_a.py', 'tests/test_b.py']],
    ]);
  });

  it('is every engine, and all tests, for a repair that its tool calls unsafe', () => {
    const plans = [
      { engine: 'ruff', scope: ['src'] },
      { engine: 'mypy', scope: ['.'] },
      { engine: 'pytest', scope: ['tests'] },
    ];
    expect(narrowed({ plans, taskType: 'autofix_unsafe' })).toEqual([
      ['ruff', '.', ['src/a.py']],
      ['mypy', '.', ['.']],
      ['pytest', '.', ['tests']],
    ]);
  });

  it('is each root for itself, by the paths as they are seen from there', () => {
    const plans = [
      { scope: ['.'] },
      { root: 'web', scope: ['.'] },
      { root: 'other', scope: ['.'] },
    ];
    const files = ['a.py', 'web/b.py'];
    expect(narrowed({ plans, files })).toEqual([
      ['ruff', '.', ['a.py']],
      ['ruff', 'web', ['b.py']],
    ]);
  });

  it('is every engine where the task is no engine of them', () => {
    const plans = [
      { engine: 'ruff', scope: ['src'] },
      { engine: 'mypy', scope: ['src'] },
    ];
    expect(narrowed({ tool: 'merge', plans })).toEqual([
      ['ruff', '.', ['src/a.py']],
      ['mypy', '.', ['src']],
    ]);
  });

  it('is nothing of an engine that judges none of the files, or that is not known', () => {
    expect(narrowed({ files: ['src/a.md'] })).toEqual([]);
    expect(narrowed({ tool: 'gone', plans: [{ engine: 'gone' }] })).toEqual([]);
  });
});
