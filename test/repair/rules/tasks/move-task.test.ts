import { expect, it } from 'vitest';
import { moveTask } from '#repair/rules/tasks/move-task.ts';

const task = (root: string, args: readonly string[], testIds: readonly string[] = []) => ({
  targets: { files: ['app/a.py', 'app/test_b.py'], testIds: [...testIds], modules: [] },
  validation: {
    commands: [{ runner: 'python' as const, args: [...args], env: {}, cwd: root, timeoutMs: 1 }],
    successCriteria: { requireExitCode0: true },
  },
});

const renames = new Map([
  ['app/a.py', 'lib/-c.py'],
  ['app/test_b.py', 'app/d/test_b.py'],
  ['app/other.py', 'x.py'],
]);

it.each([
  ['.', ['-m', 'x', '--', 'app/a.py'], ['-m', 'x', '--', 'lib/-c.py']],
  ['app', ['a.py', 'a.pyi', 'ba.py'], ['../lib/-c.py', 'a.pyi', 'ba.py']],
  ['lib', ['../app/a.py'], ['./-c.py']],
  ['.', ['app/test_b.py::one', 'app/test_b.py'], ['app/d/test_b.py::one', 'app/d/test_b.py']],
])('in %s %j becomes %j', (root, before, after) => {
  const { targets, validation } = moveTask(task(root, before), renames);
  expect(validation.commands.map(({ args }) => args)).toEqual([after]);
  expect(targets.files).toEqual(['lib/-c.py', 'app/d/test_b.py']);
});

it.each([
  ['.', 'app/test_b.py::one', 'app/d/test_b.py::one'],
  ['app', 'test_b.py::one', 'd/test_b.py::one'],
  ['lib', '../app/test_b.py > one', '../app/d/test_b.py > one'],
  ['app', 'app/test_b.py::one', 'app/test_b.py::one'],
  ['.', 'app/test_b.pyi::one', 'app/test_b.pyi::one'],
])('names tests as their engine does in %s: %s becomes %s', (root, before, after) => {
  expect(moveTask(task(root, [], [before]), renames).targets.testIds).toEqual([after]);
});

it('is the same where other files move', () => {
  const given = task('.', ['app/a.py']);
  expect(moveTask(given, new Map([['app/other.py', 'x.py']]))).toBe(given);
});
