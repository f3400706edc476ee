import { describe, expect, it } from 'vitest';
import { endOf, findingsOf, repository, tasksOf, write } from './repair-runs.ts';
import { repairs } from './repairs.ts';

const lenient = { requireExitCode0: false };
const strict = { requireExitCode0: true, maxNewFindings: 0 };

describe('the command that shows a task done, by the real tool', () => {
  it.each(Object.entries(repairs))(
    '%s fails before the repair and passes after it',
    async (id, repair) => {
      const root = await repository(repair.before, repair.packages);
      const findings = await findingsOf(id, root, repair.scope);
      const [task, ...more] = tasksOf(id, findings, { scope: repair.scope });
      expect(more).toEqual([]);
      expect(task?.targets.files).toEqual(Object.keys(repair.after));
      expect(task?.validation.successCriteria).toEqual(repair.hides === true ? lenient : strict);
      expect(await endOf(root, task)).not.toBe(0);
      await write(root, repair.after);
      expect(await endOf(root, task)).toBe(0);
    },
  );

  it('does not ask for exit code 0 where a tolerated finding stays in the file', async () => {
    const root = await repository({ 'ruff.toml': '', 'src/a.py': 'import os\nimport re\n' });
    const [mine, tolerated] = await findingsOf('ruff', root);
    if (mine === undefined || tolerated === undefined) throw new Error('ruff found less than two');
    const [task] = tasksOf('ruff', [mine], { tolerated: [tolerated] });
    await write(root, { 'src/a.py': 'import re\n' });
    expect(await endOf(root, task)).toBe(1);
    expect(task?.validation.successCriteria).toEqual({
      requireExitCode0: false,
      maxNewFindings: 0,
    });
  });

  it('blames nobody for what a repaired syntax error brings to light', async () => {
    const tsconfig = { 'tsconfig.json': '{"include":["src"]}' };
    const wrong = 'export const y: number = "b";\n';
    const root = await repository({ ...tsconfig, 'src/a.ts': 'let = ;\n', 'src/b.ts': wrong });
    const findings = await findingsOf('tsc', root);
    const [task] = tasksOf('tsc', findings);
    expect(task?.validation.successCriteria).toEqual(lenient);
    await write(root, { 'src/a.ts': 'export {};\n' });
    expect(await endOf(root, task)).not.toBe(0);
    const left = await findingsOf('tsc', root);
    expect(left.map(({ filePath }) => filePath)).toEqual(['src/b.ts']);
    expect(findings.map(({ filePath }) => filePath)).not.toContain('src/b.ts');
  });

  it('runs only the tests of the task where another failure in the file may stay', async () => {
    const flaky = 'def test_old():\n    raise OSError\n\n\ndef test_new():\n    assert ';
    const root = await repository({ 'pytest.ini': '[pytest]\n', 'test_a.py': `${flaky}False\n` });
    const [old, fresh] = await findingsOf('pytest', root, ['.']);
    if (old === undefined || fresh === undefined) throw new Error('pytest found less than two');
    const [task] = tasksOf('pytest', [fresh], { tolerated: [old], scope: ['.'] });
    expect(await endOf(root, task)).toBe(1);
    await write(root, { 'test_a.py': `${flaky}True\n` });
    expect(await endOf(root, task)).toBe(0);
    await write(root, { 'test_a.py': flaky.slice(0, flaky.indexOf('\n\n\n')) });
    // A test that is gone is no test that passes.
    expect(await endOf(root, task)).toBe(4);
  });

  it('asks coverage to rise, and its tests to pass', async () => {
    const root = await repository({
      '.coveragerc': '[run]\nsource = shop\n',
      'shop/__init__.py': '',
      'shop/cart.py': 'def total(x):\n    if x:\n        return 1\n    return 2\n',
      'test_cart.py': 'from shop.cart import total\n\ndef test_one():\n    assert total(1) == 1\n',
    });
    const findings = await findingsOf('coverage', root);
    expect(findings).toMatchObject([{ symbol: 'uncovered-lines', line: 4 }]);
    const [task] = tasksOf('coverage', findings);
    expect(task).toMatchObject({
      taskType: 'add_test',
      targets: { files: ['shop/cart.py'], modules: ['shop.cart'] },
      validation: { successCriteria: { requireExitCode0: true, minCoverageDelta: 1 } },
    });
    expect(await endOf(root, task)).toBe(0);
    const more = 'from shop.cart import total\n\ndef test_two():\n    assert total(0) == ';
    await write(root, { 'test_more.py': `${more}3\n` });
    expect(await endOf(root, task)).toBe(1);
    await write(root, { 'test_more.py': `${more}2\n` });
    expect(await endOf(root, task)).toBe(0);
    expect(await findingsOf('coverage', root)).toEqual([]);
  });
});
