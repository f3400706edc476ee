import { describe, expect, it } from 'vitest';
import { judgeValidation } from '#repair/rules/verdict/judge-validation.ts';
import type { NewTask } from '#model/task.ts';
import { unwantedSkips } from '#repair/rules/tasks/by-skipped-file.ts';
import { quarantineTask, suppressTask } from '#repair/rules/tasks/follow-ups.ts';
import { planTasks } from '#repair/rules/tasks/plan-tasks.ts';
import type { CollectedTest } from '#check/rules/findings/test-names.ts';
import { pytest } from '#engines/pytest/engine.ts';
import { aPlanning, aSource, hash } from '../repair/rules/tasks/found.ts';
import { told } from '../repair/rules/verdict/diffs.ts';
import { aTask } from '../support/samples.ts';
import { pythonModule } from './real-ends.ts';
import { runReal } from './real-run.ts';
import { planOf } from './recorded.ts';
import { endOf, findingsOf, repository, tasksOf, write } from './repair-runs.ts';

const good = 'def test_good():\n    assert True\n';
const bad = 'def test_bad():\n    assert 1 == 2\n';
const wanted = 'import pytest\n\n';
const timeout = 120_000;

async function testsIn(folder: string): Promise<readonly CollectedTest[]> {
  const { tests = [] } = await runReal(pytest, { folder, program: await pythonModule('pytest') });
  return tests;
}

/** What a session sees after a change, held against the task. */
async function judged(root: string, task: NewTask, before: readonly CollectedTest[]) {
  const left = await findingsOf(task.tool, root, ['.']);
  const results = {
    commands: [{ exitCode: await endOf(root, task), timedOut: false }],
    newFindings: 0,
    coverageDelta: undefined,
    ownFindingsLeft: left.length,
    complete: true,
    tests: { before, after: await testsIn(root) },
  };
  return told(judgeValidation(task, results));
}

describe('a quarantine, by the real pytest', () => {
  it('is shown by the test alone being skipped', { timeout }, async () => {
    const root = await repository({ 'pytest.ini': '[pytest]\n', 'test_a.py': good + bad });
    const findings = await findingsOf('pytest', root, ['.']);
    const [planned] = tasksOf('pytest', findings, { scope: ['.'] });
    const task = quarantineTask(aTask({ ...planned, status: 'abandoned' }), findings);
    if (task === undefined) throw new Error('Nothing can be marked');
    const before = await testsIn(root);
    expect(await judged(root, task, before)).toContain('COMMAND_FAILED');
    const mark = '@pytest.mark.skip(reason="1 is not 2")\n';
    await write(root, { 'test_a.py': wanted + good + mark + bad });
    expect(await judged(root, task, before)).toEqual([]);
    await write(root, { 'test_a.py': `${wanted}pytestmark = pytest.mark.skip\n${good}${bad}` });
    expect(await judged(root, task, before)).toEqual(['TEST_STATE_CHANGED']);
    await write(root, { 'test_a.py': good });
    expect(await judged(root, task, before)).toEqual(['TEST_DELETED']);
  });
});

describe('a skip that is removed, by the real pytest', () => {
  it('is one of a test that passes, and is shown by that test running', { timeout }, async () => {
    const mark = '@pytest.mark.xfail\n';
    const skipped = `@pytest.mark.skip\n${good.replace('good', 'other')}`;
    const root = await repository({
      'pytest.ini': '[pytest]\n',
      'test_a.py': wanted + mark + good + mark + bad + skipped,
    });
    const tests = await testsIn(root);
    const skips = unwantedSkips(tests, 'passing');
    const { outcome } = aSource([]);
    const plan = planOf({ engine: 'pytest', scope: ['.'] });
    const source = aSource([], { engine: pytest, outcome: { ...outcome, plan }, skips });
    const [task, ...more] = planTasks({ hash }, aPlanning(source));
    if (task === undefined) throw new Error('Nothing was planned');
    expect(more).toEqual([]);
    expect(task.targets).toMatchObject({ files: ['test_a.py'], testIds: ['test_a.py::test_good'] });
    expect(await judged(root, task, tests)).toEqual(['TEST_STATE_CHANGED']);
    await write(root, { 'test_a.py': wanted + good + mark + bad + skipped });
    expect(await judged(root, task, tests)).toEqual([]);
    await write(root, { 'test_a.py': wanted + good + bad + skipped });
    expect(await judged(root, task, tests)).toEqual(['COMMAND_FAILED', 'TEST_STATE_CHANGED']);
  });
});

describe('a suppression, by the real ruff', () => {
  it('is shown by its finding being gone', { timeout }, async () => {
    const root = await repository({ 'ruff.toml': '', 'src/a.py': 'import os\n' });
    const findings = await findingsOf('ruff', root);
    const [planned] = tasksOf('ruff', findings);
    const task = suppressTask(aTask({ ...planned, status: 'abandoned' }), findings);
    if (task === undefined) throw new Error('Nothing can be silenced');
    expect(await judged(root, task, [])).toEqual(['COMMAND_FAILED', 'FINDINGS_LEFT']);
    await write(root, { 'src/a.py': 'import os  # noqa: F401 - others import it from here\n' });
    expect(await judged(root, task, [])).toEqual([]);
  });
});
