import { expect, it } from 'vitest';
import { movedTask } from '#repair/rules/tasks/moved-task.ts';

const task = (root: string, args: readonly string[]) => ({
  targets: { files: ['app/a.py', 'app/test_b.py'], testIds: ['app/test_b.py::one'], modules: [] },
  validation: {
    commands: [{ runner: 'python' as const, args: [...args], env: {}, cwd: root, timeoutMs: 1 }],
    successCriteria: { requireExitCode0: true },
  },
});

it.each([
  ['.', ['-m', 'x', '--', 'app/a.py'], ['-m', 'x', '--', 'lib/-c.py']],
  ['app', ['a.py', 'a.pyi', 'ba.py'], ['../lib/-c.py', 'a.pyi', 'ba.py']],
  ['lib', ['../app/a.py'], ['./-c.py']],
  ['.', ['app/test_b.py::one', 'app/test_b.py'], ['app/d/test_b.py::one', 'app/d/test_b.py']],
])('in %s %j becomes %j', (root, before, after) => {
  const renames = new Map([
    ['app/a.py', 'lib/-c.py'],
    ['app/test_b.py', 'app/d/test_b.py'],
    ['app/other.py', 'x.py'],
  ]);
  const { targets, validation } = movedTask(task(root, before), renames);
  expect(validation.commands.map(({ args }) => args)).toEqual([after]);
  expect(targets.files).toEqual(['lib/-c.py', 'app/d/test_b.py']);
  expect(targets.testIds).toEqual(['app/d/test_b.py::one']);
});

it('is the same where other files move', () => {
  const given = task('.', ['app/a.py']);
  expect(movedTask(given, new Map([['app/other.py', 'x.py']]))).toBe(given);
});
